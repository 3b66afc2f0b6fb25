import { type Level, ROUTES, type RouteDef, SCRIPT_HEADER } from '#libs/contracts';
import { z } from 'zod';
import { summaryOf } from './summary-of.js';

type Json = Readonly<Record<string, unknown>>;

const ERROR_SCHEMA = {
  type: 'object',
  required: ['status', 'message', 'code'],
  properties: {
    status: { const: 'ERROR' },
    message: { type: 'string' },
    code: { type: 'string' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};
const ERROR_REF = { $ref: '#/components/schemas/Error' };
/** For GETs that change something. */
const SCRIPT_SIGN = {
  name: SCRIPT_HEADER,
  in: 'header',
  required: false,
  description: 'Any value. Without it, only pages of Vodkeep get an answer.',
  schema: { type: 'string' },
};
/** `{}` means: also without a login, as a guest. */
const SECURITY: Readonly<Record<Level, readonly Json[]>> = {
  admin: [{ session: [] }],
  guest: [{ session: [] }, {}],
  none: [],
};
const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Wrong input',
  401: 'Not logged in',
  403: 'Refused',
  404: 'Not found',
  409: 'Conflict',
  410: 'Gone',
  429: 'Too many tries',
};

/**
 * Builds the OpenAPI 3.1 document of all routes (spec.openapis.org/oas/v3.1.1) from the same schemas that validate the
 * requests.
 */
export function buildOpenapi({ basepath, version }: { readonly basepath: string; readonly version: string }): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of ROUTES) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vodkeep',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: 'The API of this Vodkeep. Paths, envelope and field names are those of v0 clients.',
    },
    servers: [{ url: basepath === '' ? '/' : basepath }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'vodkeep' } },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

function operation(route: RouteDef): Json {
  const body = requestBody(route);
  return {
    'operationId': `${route.method.toLowerCase()}${route.path.replace('/api/v0', '').replaceAll(/[/:.](\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    'summary': summaryOf(route),
    'tags': [route.path.split('/')[3] ?? ''],
    'x-level': route.level,
    'security': SECURITY[route.level],
    'parameters': [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.changesState === true ? [SCRIPT_SIGN] : []),
    ],
    ...(body && { requestBody: body }),
    'responses': { 200: success(route), ...failures(route) },
  };
}

/** Returns null if the route has no body. A file has no schema: the route reads it by its content. */
function requestBody({ body, file }: RouteDef): Json | null {
  if (file) return { required: true, content: Object.fromEntries(file.map((type) => [type, {}])) };
  const schema = schemaOf(body, 'input');
  return schema && { required: !body.safeParse(undefined).success, content: { 'application/json': { schema } } };
}

function success(route: RouteDef): Json {
  if (route.shape === 'raw') return { description: 'The media itself' };
  const data = schemaOf(route.data, 'output');
  if (route.shape === 'bare') return { description: 'OK', content: { 'application/json': { schema: data } } };
  const schema = {
    type: 'object',
    required: data ? ['status', 'data'] : ['status'],
    properties: { status: { const: 'OK' }, ...(data && { data }), message: { type: 'string' } },
  };
  return { description: 'OK', content: { 'application/json': { schema } } };
}

function failures(route: RouteDef): Json {
  const codes = new Map<number, string[]>([
    [400, ['invalid-input']],
    ...(route.level === 'none' ? [] : [[401, ['login-required']] as [number, string[]]]),
    ...(route.changesState === true ? [[403, ['other-origin']] as [number, string[]]] : []),
  ]);
  for (const [code, status] of Object.entries(route.errors)) codes.set(status, [...(codes.get(status) ?? []), code]);
  return Object.fromEntries(
    [...codes].map(([status, names]) => [
      status,
      {
        description: `${STATUS_TEXT[status] ?? 'Error'}: ${[...new Set(names)].join(', ')}`,
        content: { 'application/json': { schema: names.includes('edit-conflict') ? conflictOf(route) : ERROR_REF } },
      },
    ]),
  );
}

/** `data` is present only for the code `edit-conflict`, which may be one of several codes of its status. */
const conflictOf = ({ conflict }: RouteDef): Json => ({
  allOf: [ERROR_REF, { type: 'object', properties: { data: conflict && schemaOf(conflict, 'output') } }],
});

function parameters(schema: z.ZodObject, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner,
  }));
}

/** Returns null for a route without data. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json | null {
  if (schema instanceof z.ZodUndefined) return null;
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  return rest;
}
