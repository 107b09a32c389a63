import { invalidField } from '@psa/contract-kit';

/** A kind of telephone number or address that the tenant named itself. */
export interface OwnType {
  readonly type_id: string;
  readonly label: string;
  readonly normalized_label: string;
}

/** What a caller says of a kind. */
export interface WantedKind<Canonical extends string> {
  readonly canonical?: Canonical | null | undefined;
  readonly label?: string | null | undefined;
  readonly id?: string | null | undefined;
}

/** A kind as it is kept: one of the product's or one of the tenant's. */
export interface Kind<Canonical extends string> {
  readonly canonical: Canonical | null;
  readonly id: string | null;
  readonly label: string | null;
}

/** Where the three members are in the body. */
export interface KindPaths {
  readonly canonical: (string | number)[];
  readonly label: (string | number)[];
  readonly id: (string | number)[];
}

/** By this a label is one of a kind: case, width and composition make no other. */
export function normalizedLabel(label: string): string {
  return label.trim().normalize('NFKC').toLowerCase();
}

/**
 * Chooses the kind a caller means; `work` when nothing is said.
 * @param own the tenant's kinds, the one of the label among them
 * @throws VALIDATION_ERROR for an unknown id, and for two kinds at once
 */
export function chooseKind<Canonical extends string>(
  wanted: WantedKind<Canonical>,
  own: readonly OwnType[],
  paths: KindPaths,
): Kind<Canonical | 'work'> {
  const label = wanted.label ?? null;
  const id = wanted.id ?? null;
  if (label === null && id === null) return { canonical: wanted.canonical ?? 'work', id: null, label: null };
  if (wanted.canonical) throw invalidField(paths.canonical, "cannot stand beside a kind of the tenant's own", 'contradiction');
  const type = own.find(({ type_id, normalized_label }) =>
    id === null ? normalized_label === normalizedLabel(label ?? '') : type_id === id,
  );
  if (type === undefined) throw invalidField(paths.id, 'is not a kind of this tenant', 'unknown_reference');
  if (label !== null && normalizedLabel(label) !== type.normalized_label)
    throw invalidField(paths.label, 'is not the name of the kind with this id', 'contradiction');
  return { canonical: null, id: type.type_id, label: type.label };
}
