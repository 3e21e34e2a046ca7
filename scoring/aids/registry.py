"""The regimes, in the order they are shown, and the conditions they share."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from scoring.aids.conditions import applicant, combined, contract, general, scrapped, vehicle
from scoring.aids.regime import Regime
from scoring.aids.regimes import (
    additional_aid_2014,
    bonus_2014,
    bonus_car_new,
    bonus_cycle,
    bonus_taxi_wav,
    bonus_two_three_wheelers,
    bonus_used,
    bonus_van_new,
    conversion_car,
    conversion_cycle,
    conversion_two_three_wheelers,
    conversion_uniqueness,
    conversion_van,
    cumulative_cap,
    leasing,
    lez_increase,
    overseas_increase,
    retrofit_car,
    retrofit_tourist_train,
    retrofit_two_three_wheelers,
    retrofit_van,
    scrappage_2009_car,
    scrappage_2009_van,
)
from scoring.aids.truth import Test

REGIMES: Final[Mapping[str, Regime]] = MappingProxyType(
    {
        module.REGIME.id: module.REGIME
        for module in (
            bonus_car_new,
            bonus_van_new,
            bonus_taxi_wav,
            bonus_two_three_wheelers,
            bonus_cycle,
            bonus_used,
            overseas_increase,
            leasing,
            conversion_car,
            conversion_van,
            conversion_two_three_wheelers,
            conversion_cycle,
            conversion_uniqueness,
            retrofit_car,
            retrofit_van,
            retrofit_tourist_train,
            retrofit_two_three_wheelers,
            lez_increase,
            cumulative_cap,
            bonus_2014,
            additional_aid_2014,
            scrappage_2009_car,
            scrappage_2009_van,
        )
    }
)

SHARED: Final[Mapping[str, Callable[..., Test]]] = MappingProxyType(
    {
        test.__name__: test
        for test in (
            applicant.person_or_state,
            applicant.natural_person,
            applicant.domicile_or_establishment,
            applicant.income_at_most,
            applicant.income_below,
            applicant.once_in,
            applicant.once,
            applicant.once_per_vehicle,
            combined.all_of,
            combined.any_of,
            combined.base_due,
            combined.none_of,
            combined.taken,
            combined.untestable,
            contract.purchase_or_lease,
            contract.lease,
            contract.kept,
            contract.not_resold,
            contract.no_other_aid,
            contract.applied_within,
            general.true,
            general.false,
            general.one_of,
            general.at_most,
            general.at_least,
            general.before,
            scrapped.scrapped_category,
            scrapped.old_enough,
            scrapped.owned,
            scrapped.owned_since,
            scrapped.acquired_since,
            scrapped.sound_or_insured,
            scrapped.handed_over,
            scrapped.older_than,
            vehicle.category,
            vehicle.carbon_at_most,
            vehicle.never_registered,
            vehicle.registered_since,
            vehicle.only,
            vehicle.some_of,
            vehicle.cost_at_most,
            vehicle.price_at_most,
            vehicle.mass_below,
            vehicle.listed,
            vehicle.powerful,
            vehicle.emits_at_most,
            vehicle.registered_after,
        )
    }
)
