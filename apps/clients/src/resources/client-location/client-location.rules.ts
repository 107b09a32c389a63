import { conflict, invalidField } from '@psa/contract-kit';

/** What a location's part in the choice of the default depends on. */
export interface LocationState {
  readonly location_id: string;
  readonly is_active: boolean;
  readonly is_default: boolean;
}

/** A location as it is about to become. */
export interface WantedLocation {
  readonly is_active: boolean;
  /** Whether it is the default so far. */
  readonly was_default: boolean;
  /** What the caller says of `is_default`; undefined when nothing. */
  readonly wants_default: boolean | undefined;
}

/** Who is the default after a change. */
export interface DefaultChoice {
  readonly is_default: boolean;
  /** The location that has to cease to be it first. */
  readonly demoted: string | null;
  /** The location that becomes it afterwards. */
  readonly promoted: string | null;
}

/**
 * Chooses the default: a client with an active location has exactly one, and it is active.
 * @param others the client's other locations, oldest first
 * @throws VALIDATION_ERROR for an inactive default, CONFLICT when the only active location is to cease to be it
 */
export function chooseDefault(others: readonly LocationState[], wanted: WantedLocation): DefaultChoice {
  const { is_active, was_default, wants_default } = wanted;
  const current = others.find((other) => other.is_default)?.location_id ?? null;
  if (wants_default === true) {
    if (!is_active) throw invalidField('is_default', 'the default location has to be active', 'inactive_default');
    return { is_default: true, demoted: current, promoted: null };
  }
  const successor = current === null ? successorAmong(others) : null;
  if (!is_active) return { is_default: false, demoted: null, promoted: successor };
  if (was_default && wants_default === false) {
    if (successor === null) throw conflict('The only active location stays the default');
    return { is_default: false, demoted: null, promoted: successor };
  }
  return { is_default: current === null, demoted: null, promoted: null };
}

/** The oldest active location: it takes over when the default goes. @param locations oldest first */
export function successorAmong(locations: readonly LocationState[]): string | null {
  return locations.find(({ is_active }) => is_active)?.location_id ?? null;
}
