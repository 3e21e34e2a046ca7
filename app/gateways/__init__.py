"""The outside world: files of evidence, their content, and mail.

A gateway knows the outside only: neither tables nor services. Each hides one thing that can be
absent, slow or hostile, and has a form that works on one machine without any service.
"""
