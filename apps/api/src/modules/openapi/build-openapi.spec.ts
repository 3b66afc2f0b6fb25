import { ROUTES } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import { buildOpenapi } from './build-openapi.js';

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { required: boolean; content: unknown };
  responses: Record<string, { description: string; content?: unknown }>;
}
const doc = buildOpenapi({ basepath: '/dvr', version: '1.2.3' }) as {
  openapi: string;
  info: { title: string; version: string };
  servers: unknown;
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(doc.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, op]) => ({ path, method, op })),
);

describe('the OpenAPI document', () => {
  it('contains every route once and nothing else', () => {
    expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      ROUTES.map((r) => `${r.method} ${r.path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  it('names every part of a path as a required parameter, and no other', () => {
    for (const { path, op } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
      expect(
        op.parameters
          .filter((p) => p.in === 'path')
          .map((p) => p.name)
          .sort(),
      ).toEqual(inPath.sort());
      expect(op.parameters.filter((p) => p.in === 'path').every((p) => p.required)).toBe(true);
    }
  });

  it('gives each operation a unique id and a summary, and every answer a description', () => {
    expect(new Set(operations.map(({ op }) => op.operationId)).size).toBe(operations.length);
    expect(operations.filter(({ op }) => op.summary === '').map(({ op }) => op.operationId)).toEqual([]);
    for (const { op } of operations)
      for (const answer of Object.values(op.responses)) expect(answer.description).not.toBe('');
  });

  it('names the header that scripts send to a GET that changes something', () => {
    const acting = operations.filter(({ op }) =>
      op.parameters.some((p) => p.in === 'header' && p.name === 'x-vodkeep'),
    );
    expect(acting.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
      ROUTES.filter((r) => r.changesState === true)
        .map((r) => `get ${r.path.replaceAll(/:(\w+)/g, '{$1}')}`)
        .sort(),
    );
    for (const { op } of acting) expect(op.responses['403']?.description).toContain('other-origin');
  });

  it('shows the schema of every body and answer that is JSON', () => {
    const { paths } = doc;
    expect(paths['/api/v0/auth/login']?.['post']?.requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': { schema: { type: 'object', required: ['password'], additionalProperties: false } },
      },
    });
    expect(paths['/api/v0/auth/logout']?.['post']?.requestBody).toMatchObject({ required: false });
    expect(paths['/api/v0/settings']?.['get']?.responses['200']?.content).toMatchObject({
      'application/json': { schema: { properties: { status: { const: 'OK' }, data: { type: 'object' } } } },
    });
    expect(paths['/api/v0/vod/{uuid}']?.['delete']?.responses).toMatchObject({
      404: { description: expect.stringContaining('vod-missing') },
      409: { description: expect.stringContaining('vod-capturing') },
    });
  });

  it('lists the content types of an uploaded file', () => {
    expect(doc.paths['/api/v0/vod/{uuid}/chat/import']?.['post']?.requestBody).toEqual({
      required: true,
      content: { 'application/octet-stream': {}, 'application/json': {} },
    });
  });

  it('is plain JSON, with the basepath as its server', () => {
    expect(JSON.parse(JSON.stringify(doc))).toEqual(doc);
    expect(doc).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' }, servers: [{ url: '/dvr' }] });
  });
});
