export { allocate, type PriceTier, prorate, tieredPrice } from './allocate.ts';
export { percentageOf, priceOf, priceOfMinutes, sumOf, toMinorNumber } from './amount.ts';
export { formatMoney, isCurrency, majorToMinor, minorDigits, minorToMajor } from './currency.ts';
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
} from './decimal.ts';
