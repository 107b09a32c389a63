export * from './automation-enums.ts';
export * from './automation-meta.routes.ts';
export * from './automation-meta.schemas.ts';
