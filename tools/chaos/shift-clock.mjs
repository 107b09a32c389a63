/** Imported ahead of a program: moves its clock by CLOCK_SHIFT_MS, as a machine is whose time is wrong. Timers go on as they did. */
const shift = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = globalThis.Date;

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...given);
  }

  static now() {
    return RealDate.now() + shift;
  }
};
