/**
 * The credit every client has left. Credits are billing's: until it tells of them there are none. Then a replica takes this
 * constant's place in the view and in the list's filters.
 */
export const CREDIT_BALANCE = 0;
