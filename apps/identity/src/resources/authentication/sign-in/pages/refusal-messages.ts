/** Messages about refused sign-ins that several pages show, by their code. */
export const refusalMessages = {
  RATE_LIMITED: 'Too many attempts failed. Wait a quarter of an hour and try again.',
  TWO_FACTOR_INVALID: 'The code is not right, or it was used before. Wait for the next one and try again.',
} as const;
