export * from './coerce.ts';
export * from './evaluate.ts';
export * from './interpolate.ts';
export * from './names.ts';
export * from './pattern.ts';
export * from './read-path.ts';
