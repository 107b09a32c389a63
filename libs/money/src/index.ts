export { allocate, type PriceTier, prorate, tieredPrice } from './allocate.ts';
export { percentageOf, priceOf, priceOfMinutes, sumOf, toMinorNumber } from './amount.ts';
export { formatMoney, isCurrency, minorDigits, minorToMajor } from './currency.ts';
export {
  addDecimals,
  type Decimal,
  DECIMAL_PLACES,
  divideRounded,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
} from './decimal.ts';
