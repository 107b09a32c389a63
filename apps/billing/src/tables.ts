/** Every table of the service, by name. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Tables {}
