export { allocate, type PriceTier, prorate, tieredPrice } from './allocate.ts';
export { percentageOf, priceOf, priceOfMinutes, sumOf, toMinorNumber } from './amount.ts';
export { formatMoney, formatRate, isCurrency, majorToMinor, minorDigits, minorToMajor, rateToMajor } from './currency.ts';
export {
  addDecimals,
  type Decimal,
  DECIMAL_PLACES,
  decimalOf,
  divideRounded,
  formatDecimal,
  fromMillionths,
  multiplyDecimals,
  parseDecimal,
  quotient,
  roundDecimal,
  toMillionths,
  wholeAndFraction,
} from './decimal.ts';
