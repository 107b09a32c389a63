/** All routes of the service. */
export const everyRoute = {};

/** A request that succeeds, for each of them. */
export const everyFixture = {};
