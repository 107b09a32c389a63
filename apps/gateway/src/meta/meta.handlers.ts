import { ApiError, invalidField, notFound } from '@psa/contract-kit';
import { apiInfo } from '@psa/contract-kit/documents';
import { metaRoutes } from '@psa/contracts-gateway';
import { Download, Redirect } from '@psa/http-kit';
import { handlers } from '../gateway-app.ts';
import { asyncApiFile, openApiFile } from './api-documents.ts';
import { apiStats, periods } from './api-stats.ts';
import { type ClientLanguage, clientFiles, usageExample } from './client-package.ts';
import { endpointList } from './endpoint-list.ts';
import { guideFile, guides } from './guides.ts';
import { healthReport } from './health-report.ts';
import { permissionList, roleList } from './permission-list.ts';
import { referencePage, referencePart } from './reference-page.ts';
import { schemaList } from './schema-list.ts';
import { packTarball } from './tarball.ts';

const environment = process.env['NODE_ENV'] ?? 'production';
const startedAt = new Date().toISOString();
const now = () => new Date().toISOString();
const distinct = (values: readonly string[]) => [...new Set(values)].toSorted();

export const metaHandlers = handlers(metaRoutes, {
  listEndpoints: ({ query: { category, method, deprecated } }) => {
    const endpoints = endpointList().filter(
      (endpoint) =>
        (category === undefined || endpoint.tags.some((tag) => tag.toLowerCase() === category.toLowerCase())) &&
        (method === undefined || endpoint.method === method) &&
        (deprecated === undefined || endpoint.deprecated === deprecated),
    );
    return {
      data: {
        endpoints,
        totalEndpoints: endpoints.length,
        categories: distinct(endpointList().flatMap(({ tags }) => tags)),
        version: apiInfo.version,
        lastUpdated: startedAt,
      },
      meta: {
        message: `${endpoints.length} of ${endpointList().length} endpoints`,
        generated_at: now(),
        api_version: 'v1',
        server_info: { name: apiInfo.title, version: apiInfo.version, environment },
      },
    };
  },

  listSchemas: () => {
    const schemas = [...schemaList()];
    return {
      data: { schemas, totalSchemas: schemas.length, categories: distinct(schemas.map(({ type }) => type)) },
      meta: { generated_at: now(), schema_version: apiInfo.version },
    };
  },

  listApiPermissions: () => {
    const permissions = [...permissionList()];
    return {
      data: {
        permissions,
        totalPermissions: permissions.length,
        categories: distinct(permissions.map(({ category }) => category)),
        roles: roleList,
      },
      meta: { generated_at: now() },
    };
  },

  getOpenApi: ({ query: { version, format, tag }, request }) => {
    const file = openApiFile(version, format, tag);
    if (file === undefined) throw invalidField('tag', 'is the tag of no operation');
    return file.send(request);
  },

  getAsyncApi: ({ query: { format }, request }) => asyncApiFile(format).send(request),

  getHealth: async ({ ports }) => {
    const health = healthReport(await ports.health(), new Date());
    if (health.status === 'unhealthy') throw new ApiError('SERVICE_UNAVAILABLE', 'The API cannot serve', health, { 'retry-after': '5' });
    return { data: health };
  },

  getApiStats: ({ query: { period }, ports, principal }) => ({
    data: { ...apiStats(), usage: ports.usage(periods[period], principal.tenant) },
    meta: { period, generated_at: now() },
  }),

  getReferencePage: ({ query: { format }, request }) =>
    format === 'html' ? referencePage().send(request) : new Redirect(`/api/v1/meta/openapi${format === 'yaml' ? '?format=yaml' : ''}`),

  getReferenceAsset: ({ params: { file }, request }) => {
    const part = referencePart(file);
    if (part === undefined) throw notFound('File');
    return part.send(request);
  },

  listGuides: () => ({ data: [...guides()] }),

  getGuide: ({ params: { name }, request }) => {
    const file = guideFile(name);
    if (file === undefined) throw notFound('Guide');
    return file.send(request);
  },

  getSdk: async ({ query: { language, package_name: packageName, version, format }, fail }) => {
    if (!isClientLanguage(language))
      return fail('UNSUPPORTED_LANGUAGE', 'There are clients in typescript and javascript', { supported: CLIENT_LANGUAGES });
    const files = clientFiles({ language, packageName, version });
    const archive = `${packageName.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
    if (format === 'tgz') return new Download('application/gzip', await packTarball(files), archive);
    return {
      success: true as const,
      data: {
        sdk_info: {
          language,
          packageName,
          version,
          installInstructions: `npm install ./${archive}`,
          usageExample: usageExample(packageName),
        },
        files,
        download_instructions: `Ask again with format=tgz for ${archive}, or write each of the files below a folder and npm install that.`,
      },
    };
  },
});

const CLIENT_LANGUAGES: readonly ClientLanguage[] = ['typescript', 'javascript'];

function isClientLanguage(language: string): language is ClientLanguage {
  return (CLIENT_LANGUAGES as readonly string[]).includes(language);
}
