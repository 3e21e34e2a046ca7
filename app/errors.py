"""Refusals and failures, as a page or as a problem document (RFC 9457)."""

from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DataError
from werkzeug.exceptions import HTTPException

from app.domain import errors as domain
from app.domain import file_errors
from scoring.dated import NotInForceError

API: Final = "/api/"

STATUS: Final[dict[type[Exception], HTTPStatus]] = {
    domain.UnknownDossierError: HTTPStatus.NOT_FOUND,
    domain.UnknownThingError: HTTPStatus.NOT_FOUND,
    domain.NotAllowedError: HTTPStatus.FORBIDDEN,
    domain.TransitionNotAllowedError: HTTPStatus.CONFLICT,
    domain.VersionRuleError: HTTPStatus.CONFLICT,
    domain.StaleDossierError: HTTPStatus.CONFLICT,
    domain.StaleOrderError: HTTPStatus.CONFLICT,
    domain.MethodChangedError: HTTPStatus.CONFLICT,
    domain.OpenDossierExistsError: HTTPStatus.CONFLICT,
    domain.ProposalMissingError: HTTPStatus.CONFLICT,
    domain.OrderRefusedError: HTTPStatus.CONFLICT,
    domain.ReasonsRefusedError: HTTPStatus.CONFLICT,
    domain.SubscriptionRefusedError: HTTPStatus.CONFLICT,
    domain.EvidenceRefusedError: HTTPStatus.CONFLICT,
    domain.SignInRefusedError: HTTPStatus.FORBIDDEN,
    domain.SecondFactorRefusedError: HTTPStatus.FORBIDDEN,
    domain.TooManyAttemptsError: HTTPStatus.TOO_MANY_REQUESTS,
    file_errors.FileTooLargeError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    file_errors.FileMissingError: HTTPStatus.SERVICE_UNAVAILABLE,
}

# One sentence for each status that the framework answers by itself.
SENTENCES: Final = {
    HTTPStatus.BAD_REQUEST: "La demande est mal formée.",
    HTTPStatus.UNAUTHORIZED: "Présentez un jeton valable.",
    HTTPStatus.FORBIDDEN: "Votre compte n’ouvre pas cette page.",
    HTTPStatus.NOT_FOUND: "Cette adresse ne mène à rien.",
    HTTPStatus.METHOD_NOT_ALLOWED: "Cette adresse n’accepte pas cette méthode.",
    HTTPStatus.NOT_ACCEPTABLE: "Ce format n’est pas proposé.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Ce que vous envoyez est trop volumineux.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "Ce type de contenu n’est pas accepté.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "La demande comporte des erreurs.",
    HTTPStatus.TOO_MANY_REQUESTS: "Trop de demandes : patientez avant de recommencer.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "Le portail n’a pas pu répondre. L’incident est consigné.",
}

PAGES: Final = {
    HTTPStatus.NOT_FOUND: "errors/not_found.html",
    HTTPStatus.FORBIDDEN: "errors/forbidden.html",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "errors/too_large.html",
}


def install(app: Flask) -> None:
    """Make *app* answer every refusal and failure in the words of its reader."""
    app.register_error_handler(domain.DomainError, refuse)
    app.register_error_handler(NotInForceError, refuse)
    app.register_error_handler(CSRFError, refuse_forged)
    app.register_error_handler(HTTPException, answer_http)
    app.register_error_handler(DataError, refuse_data)
    app.register_error_handler(OverflowError, refuse_data)
    app.register_error_handler(Exception, fail)


def status_of(error: Exception) -> HTTPStatus:
    """Return the status of a refusal: 422 unless the table says another."""
    return STATUS.get(type(error), HTTPStatus.UNPROCESSABLE_ENTITY)


def refuse(error: Exception) -> ResponseReturnValue:
    """Answer a refusal of the domain."""
    status = status_of(error)
    if request.path.startswith(API):
        return problem(getattr(error, "code", "refused"), str(error), status, **_more(error))
    if status == HTTPStatus.NOT_FOUND:
        return render_template("errors/not_found.html"), status
    if status == HTTPStatus.FORBIDDEN:
        return render_template("errors/forbidden.html", error=error), status
    if isinstance(error, domain.StaleDossierError):
        return render_template("errors/stale.html", error=error), status
    return render_template("errors/refused.html", error=error), status


def refuse_forged(_error: CSRFError) -> ResponseReturnValue:
    """Answer a form whose token is missing, or of another session."""
    return render_template("errors/stale.html"), HTTPStatus.BAD_REQUEST


def refuse_data(error: Exception) -> ResponseReturnValue:
    """Answer a value that no column can hold: nothing has that name, and nothing can take it."""
    if request.method in {"GET", "HEAD"}:
        return answer_status(HTTPStatus.NOT_FOUND)
    current_app.logger.warning("a value that no column holds: %s", type(error).__name__)
    return answer_status(HTTPStatus.UNPROCESSABLE_ENTITY)


def answer_http(error: HTTPException) -> ResponseReturnValue:
    """Answer what the framework refuses by itself."""
    if error.response is not None or error.code is None:
        return error  # a redirect, for instance
    return answer_status(HTTPStatus(error.code), headers=dict(error.get_headers()))


def answer_status(status: HTTPStatus, headers: dict[str, str] | None = None) -> ResponseReturnValue:
    """Answer a status in the words of its reader, keeping the headers that it needs."""
    sentence = SENTENCES.get(status, "La demande n’a pas abouti.")
    kept = {
        name: value
        for name, value in (headers or {}).items()
        if name in {"Allow", "Retry-After", "WWW-Authenticate"}
    }
    if request.path.startswith(API):
        answer = problem(status.phrase.lower().replace(" ", "_"), sentence, status)
        answer.headers.update(kept)
        return answer
    page = PAGES.get(status)
    if page is None:
        page = (
            "errors/broken.html"
            if status >= HTTPStatus.INTERNAL_SERVER_ERROR
            else "errors/refused.html"
        )
    return render_template(page, error=sentence), status, kept


def fail(error: Exception) -> ResponseReturnValue:
    """Answer an unforeseen failure; the trace goes to the log, never to the reader."""
    current_app.logger.error("unforeseen", exc_info=error)
    return answer_status(HTTPStatus.INTERNAL_SERVER_ERROR)


def problem(code: str, sentence: str, status: HTTPStatus, **more: Any) -> Response:
    """Return a problem document (RFC 9457); ``code`` names the refusal, which has no page."""
    answer = jsonify(
        {
            "type": "about:blank",
            "title": status.phrase,
            "status": int(status),
            "detail": sentence,
            "code": code,
            **more,
        }
    )
    answer.status_code = status
    answer.mimetype = "application/problem+json"
    return answer


def _more(error: Exception) -> dict[str, Any]:
    """Return where a refusal points to: a field, or the points of a declaration."""
    if isinstance(error, domain.DeclarationRefusedError):
        return {
            "errors": [
                {"code": point.code, "detail": point.message, "pointer": point.field}
                for point in error.problems
            ]
        }
    field = getattr(error, "field", None)
    return {"pointer": f"/{field}"} if field else {}
