export * from './asset-document.schemas.ts';
export * from './asset-extension.ts';
export * from './asset.events.ts';
export * from './asset.routes.ts';
export * from './asset.schemas.ts';
export * from './maintenance.schemas.ts';
export * from './relationship.schemas.ts';
