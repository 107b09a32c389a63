import type { oas31 } from 'zod-openapi';

/** An OpenAPI document as an object. */
export type OpenApiDocument = oas31.OpenAPIObject;
