export { KeyRing } from './key-ring.ts';
export { rotateKeys, type RotateOptions, type SealedColumn } from './rotate-keys.ts';
export type { SecretPlace } from './sealing.ts';
export { SecretBox } from './secret-box.ts';
