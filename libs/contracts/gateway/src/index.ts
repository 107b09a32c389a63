export * from './edge.routes.ts';
export * from './mcp.routes.ts';
export * from './meta.routes.ts';
export * from './meta.schemas.ts';
