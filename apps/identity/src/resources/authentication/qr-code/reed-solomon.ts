/** Multiplies in the field of 256 elements that QR codes count in, which is reduced by x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

/** Coefficients of the polynomial whose roots are the powers of 2 up to the degree, without the leading 1. */
export function errorCorrectionDivisor(degree: number): Uint8Array {
  const divisor = new Uint8Array(degree);
  divisor[degree - 1] = 1;
  let root = 1;
  for (let power = 0; power < degree; power++) {
    for (let index = 0; index < degree; index++) {
      divisor[index] = multiply(at(divisor, index), root) ^ (index + 1 < degree ? at(divisor, index + 1) : 0);
    }
    root = multiply(root, 2);
  }
  return divisor;
}

/** The codewords by which a reader repairs a block of data. */
export function errorCorrection(data: Uint8Array, divisor: Uint8Array): Uint8Array {
  const remainder = new Uint8Array(divisor.length);
  for (const byte of data) {
    const factor = byte ^ at(remainder, 0);
    remainder.copyWithin(0, 1);
    remainder[remainder.length - 1] = 0;
    for (const [index, coefficient] of divisor.entries()) remainder[index] = at(remainder, index) ^ multiply(coefficient, factor);
  }
  return remainder;
}

const at = (bytes: Uint8Array, index: number): number => bytes[index] as number;
