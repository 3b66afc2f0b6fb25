/**
 * One planted fault per lint rule, each with a clean twin: a rule that cannot fail is not a rule.
 * @typedef {{ readonly rule: string, readonly file: string, readonly bad: string, readonly says: RegExp, readonly good: string, readonly goodFile?: string }} Plant
 * @type {readonly Plant[]}
 */
export const PLANTS = [
  // Boundaries: lib and app edges, however the module is named.
  { rule: 'app may import its libs only', file: 'apps/exporter/src/a1.ts', bad: "export { x } from '#libs/providers';\n", says: /apps\/exporter may not import providers/, good: "export { x } from '#libs/storage';\n" },
  { rule: 'abilities do not import each other', file: 'libs/bus/src/a2.ts', bad: "export { x } from '#libs/storage';\n", says: /libs\/bus may not import storage/, good: "export { x } from '#libs/errors';\n" },
  { rule: 'no deep import of a lib', file: 'libs/bus/src/a3.ts', bad: "export { x } from '#libs/contracts/src/index.js';\n", says: /by its index/, good: "export { x } from '#libs/contracts';\n" },
  { rule: 'app to app by relative path', file: 'apps/api/src/a4.ts', bad: "export { x } from '../../recorder/src/there.js';\n", says: /apps\/api may not import apps\/recorder/, good: "export { x } from './there.js';\n" },
  { rule: 'lib to lib by relative path', file: 'libs/media/src/a5.ts', bad: "export { x } from '../../errors/src/index.js';\n", says: /Reach another package by #libs/, good: "export { x } from '#libs/errors';\n" },
  { rule: 'dynamic and type imports count', file: 'libs/media/src/a6.ts', bad: "export type X = typeof import('#libs/bus');\nexport const load = () => import('#libs/storage');\n", says: /libs\/media may not import storage/, good: "export const load = () => import('#libs/process');\n" },
  { rule: 'a lib that is not in the table', file: 'libs/sneaky/src/a7.ts', bad: 'export const x = 1;\n', says: /libs\/sneaky is not in the table/, good: 'export const x = 1;\n', goodFile: 'libs/domain/src/a7.ts' },
  { rule: 'import of a lib that is not in the table', file: 'apps/api/src/a8.ts', bad: "export { x } from '#libs/sneaky';\n", says: /sneaky is not in the table/, good: "export { x } from '#libs/domain';\n" },
  { rule: 'testkit is for tests', file: 'apps/api/src/a9.ts', bad: "export { x } from '#libs/testkit';\n", says: /testkit is for tests only/, good: "export { x } from '#libs/testkit';\n", goodFile: 'apps/api/src/a9.medium.spec.ts' },
  { rule: 'product does not know the tools', file: 'apps/api/src/a10.ts', bad: "export { x } from '../../../tools/there.js';\n", says: /apps\/api may not import tools/, good: "export { x } from '../../../tools/there.js';\n", goodFile: 'apps/web/e2e/a10.e2e.ts' },
  { rule: 'features do not import each other', file: 'apps/web/src/features/one/a11.ts', bad: "export { x } from '../two/there.js';\n", says: /Features do not import each other \(one -> two\)/, good: "export { x } from '../../lib/there.js';\n" },
  { rule: 'web layers', file: 'apps/web/src/lib/a12.ts', bad: "export { x } from '../features/two/there.js';\n", says: /lib may not import features/, good: "export { x } from './there.js';\n" },
  // Packages with one home.
  { rule: 'execa', file: 'apps/converter/src/b1.ts', bad: "export { execa } from 'execa';\n", says: /execa lives in libs\/process/, good: "export { execa } from 'execa';\n", goodFile: 'libs/process/src/b1.ts' },
  { rule: 'child_process', file: 'libs/media/src/b2.ts', bad: "export { spawn } from 'node:child_process';\n", says: /node:child_process lives in/, good: "export { spawn } from 'node:child_process';\n", goodFile: 'tools/b2.ts' },
  { rule: 'nats kv', file: 'apps/recorder/src/b3.ts', bad: "export { Kvm } from '@nats-io/kv';\n", says: /@nats-io\/kv lives in libs\/bus/, good: "export { Kvm } from '@nats-io/kv';\n", goodFile: 'libs/bus/src/b3.ts' },
  { rule: 'minio', file: 'apps/api/src/b4.ts', bad: "export { Client } from 'minio';\n", says: /minio lives in libs\/storage/, good: "export { Client } from 'minio';\n", goodFile: 'libs/storage/src/b4.ts' },
  { rule: 'typeorm', file: 'apps/api/src/modules/vod/b5.service.ts', bad: "export { In } from 'typeorm';\n", says: /typeorm lives in/, good: "export { In } from 'typeorm';\n", goodFile: 'apps/api/src/modules/vod/b5.repository.ts' },
  { rule: 'nest is not for libs', file: 'libs/storage/src/b6.ts', bad: "export { Module } from '@nestjs/common';\n", says: /@nestjs\/common lives in/, good: "export { Module } from '@nestjs/common';\n", goodFile: 'apps/api/src/b6.ts' },
  { rule: 'react is for web', file: 'apps/api/src/b7.ts', bad: "export { useState } from 'react';\n", says: /react lives in apps\/web/, good: "export { useState } from 'react';\n", goodFile: 'apps/web/src/lib/b7.ts' },
  { rule: 'env imported from node:process', file: 'apps/api/src/b8.ts', bad: "export { env } from 'node:process';\n", says: /node:process lives in/, good: "export { env } from 'node:process';\n", goodFile: 'libs/config/src/b8.ts' },
  { rule: 'no node in the browser', file: 'apps/web/src/lib/b9.ts', bad: "export { readFile } from 'node:fs';\n", says: /runs in a browser: no node:fs/, good: "export { x } from './there.js';\n" },
  { rule: 'small specs touch memory only', file: 'libs/bus/src/b10.spec.ts', bad: "import { createServer } from 'node:net';\ncreateServer();\n", says: /memory only: no node:net/, good: "import { createServer } from 'node:net';\ncreateServer();\n", goodFile: 'libs/bus/src/b10.medium.spec.ts' },
  // Purity.
  { rule: 'domain without node', file: 'libs/domain/src/c1.ts', bad: "export { readFile } from 'node:fs/promises';\n", says: /libs\/domain is pure: no node:fs/, good: "export { z } from 'zod';\n" },
  { rule: 'contracts without packages', file: 'libs/contracts/src/c2.ts', bad: "export { ulid } from 'ulid';\n", says: /libs\/contracts is pure: no ulid/, good: "export { z } from 'zod';\n" },
  { rule: 'Date.now', file: 'libs/domain/src/c3.ts', bad: 'export const x = (): number => Date.now();\n', says: /caller passes the time/, good: 'export const x = (at: number): Date => new Date(at);\n' },
  { rule: 'new Date()', file: 'libs/domain/src/c4.ts', bad: 'export const x = (): Date => new Date();\n', says: /caller passes the time/, good: 'export const x = (at: Date): Date => new Date(at);\n' },
  { rule: 'performance.now', file: 'libs/domain/src/c5.ts', bad: 'export const x = (): number => performance.now();\n', says: /caller passes the time/, good: 'export const x = (performance: { now: number }): number => performance.now;\n' },
  { rule: 'Math.random', file: 'libs/domain/src/c6.ts', bad: 'export const x = (): number => Math.random();\n', says: /caller passes the random/, good: 'export const x = (): number => Math.max(1, 2);\n' },
  { rule: 'timers', file: 'libs/domain/src/c7.ts', bad: 'export const x = (f: () => void): unknown => setTimeout(f, 1);\n', says: /caller passes the time/, good: 'export const x = (f: () => void): unknown => f;\n' },
  { rule: 'fetch', file: 'libs/domain/src/c8.ts', bad: "export const x = (): Promise<unknown> => fetch('http://a');\n", says: /No input or output/, good: 'export const x = (fetch: () => unknown): unknown => fetch();\n' },
  // Settings, errors, names, words.
  { rule: 'process.env', file: 'apps/api/src/d1.ts', bad: "export const x = process.env['HOME'];\n", says: /Read settings from #libs\/config/, good: "export const x = process.env['HOME'];\n", goodFile: 'libs/config/src/d1.ts' },
  { rule: 'new Error', file: 'apps/api/src/d2.ts', bad: "export function x(): never { throw new Error('x'); }\n", says: /whose fault/, good: "import { BugError } from '#libs/errors';\nexport function x(): never { throw new BugError('x', 'x'); }\n" },
  { rule: 'new TypeError', file: 'libs/bus/src/d3.ts', bad: "export function x(): never { throw new TypeError('x'); }\n", says: /whose fault/, good: "import { BugError } from '#libs/errors';\nexport function x(): never { throw new BugError('x', 'x'); }\n" },
  { rule: 'an HttpException', file: 'apps/api/src/d4.ts', bad: "import { NotFoundException } from '@nestjs/common';\nexport function x(): never { throw new NotFoundException(); }\n", says: /whose fault/, good: "import { UserError } from '#libs/errors';\nexport function x(): never { throw new UserError('x', 'x'); }\n" },
  { rule: 'site names', file: 'apps/api/src/d5.ts', bad: "export const x = (p: string): boolean => p === 'kick';\n", says: /Ask the provider/, good: "export const x = (p: { sendsClips: boolean }): boolean => p.sendsClips;\n" },
  { rule: 'site names in templates', file: 'libs/bus/src/d6.ts', bad: 'export const x = (p: string): boolean => p === `twitch`;\n', says: /Ask the provider/, good: "export const x = (p: string): boolean => p === 'twitchy';\n" },
  { rule: 'enum', file: 'libs/bus/src/d7.ts', bad: 'export enum X { a = 1 }\n', says: /as const/, good: 'export const X = { a: 1 } as const;\n' },
  { rule: 'default export', file: 'libs/bus/src/d8.ts', bad: 'const x = 1;\nexport default x;\n', says: /Named exports only/, good: 'export const x = 1;\n' },
  { rule: 'default export by another name', file: 'libs/bus/src/d9.ts', bad: 'const x = 1;\nexport { x as default };\n', says: /Named exports only/, good: 'export const x = 1;\n' },
  { rule: 'console', file: 'libs/bus/src/d10.ts', bad: "console.log('x');\nexport const x = 1;\n", says: /Unexpected console/, good: "console.log('x');\nexport const x = 1;\n", goodFile: 'tools/d10.ts' },
  { rule: 'file names', file: 'libs/bus/src/utils.ts', bad: 'export const x = 1;\n', says: /gathers everything/, good: 'export const x = 1;\n', goodFile: 'libs/bus/src/d11.ts' },
  { rule: 'kebab-case', file: 'libs/bus/src/myFile.ts', bad: 'export const x = 1;\n', says: /kebab-case/, good: 'export const x = 1;\n', goodFile: 'libs/bus/src/my-file.ts' },
  { rule: 'any', file: 'libs/bus/src/d12.ts', bad: 'export const x = (a: any): number => Number(a);\n', says: /Unexpected any/, good: 'export const x = (a: unknown): number => Number(a);\n' },
  { rule: 'promises are awaited', file: 'libs/bus/src/d13.ts', bad: 'export const x = (f: () => Promise<void>): void => { f(); };\n', says: /Promises must be awaited/, good: 'export const x = async (f: () => Promise<void>): Promise<void> => { await f(); };\n' },
  { rule: 'switches are exhaustive', file: 'libs/bus/src/d14.ts', bad: "export function x(a: 'p' | 'q'): number { switch (a) { case 'p': return 1; } return 2; }\n", says: /Switch is not exhaustive/, good: "export function x(a: 'p' | 'q'): number { switch (a) { case 'p': return 1; case 'q': return 2; } }\n" },
  { rule: 'type imports', file: 'libs/bus/src/d15.ts', bad: "import { UserError } from '#libs/errors';\nexport type X = UserError;\n", says: /only used as types/, good: "import { type UserError } from '#libs/errors';\nexport type X = UserError;\n" },
  { rule: 'injectables are values', file: 'apps/api/src/d16.service.ts', bad: "import { Injectable } from '@nestjs/common';\nimport { type Dep } from './there.js';\n@Injectable()\nexport class X { constructor(readonly dep: Dep) {} }\n", says: /Nest cannot inject Dep/, good: "import { Injectable } from '@nestjs/common';\nimport { Dep } from './there.js';\n@Injectable()\nexport class X { constructor(readonly dep: Dep) {} }\n" },
  // Budgets.
  { rule: 'lines of a file', file: 'libs/bus/src/e1.ts', bad: 'export const x = [\n'.concat('1,\n'.repeat(301), '];\n'), says: /Maximum allowed is 300/, good: 'export const x = [\n'.concat('1,\n'.repeat(290), '];\n') },
  { rule: 'lines of a spec', file: 'libs/bus/src/e2.spec.ts', bad: 'export const x = [\n'.concat('1,\n'.repeat(501), '];\n'), says: /Maximum allowed is 500/, good: 'export const x = [\n'.concat('1,\n'.repeat(490), '];\n') },
  { rule: 'lines of a function', file: 'libs/bus/src/e3.ts', bad: `export function x(): number {\n  let a = 0;\n${'  a += 1;\n'.repeat(60)}  return a;\n}\n`, says: /Maximum allowed is 60/, good: `export function x(): number {\n  let a = 0;\n${'  a += 1;\n'.repeat(50)}  return a;\n}\n` },
  { rule: 'complexity', file: 'libs/bus/src/e4.ts', bad: `export function x(a: number): number {\n${Array.from({ length: 10 }, (_, i) => `  if (a === ${i}) return ${i + 1};\n`).join('')}  return 0;\n}\n`, says: /complexity of 11/, good: `export function x(a: number): number {\n${Array.from({ length: 9 }, (_, i) => `  if (a === ${i}) return ${i + 1};\n`).join('')}  return 0;\n}\n` },
  { rule: 'parameters', file: 'libs/bus/src/e5.ts', bad: 'export const x = (a: number, b: number, c: number, d: number): number => a + b + c + d;\n', says: /4 parameters; 3 is the limit/, good: 'export const x = (a: number, b: number, c: number): number => a + b + c;\n' },
  { rule: 'dependencies of a class', file: 'apps/api/src/e6.service.ts', bad: `import { Injectable } from '@nestjs/common';\nimport { Dep } from './there.js';\n@Injectable()\nexport class X { constructor(${Array.from({ length: 9 }, (_, i) => `readonly d${i}: Dep`).join(', ')}) {} }\n`, says: /9 dependencies; 8 is the limit/, good: `import { Injectable } from '@nestjs/common';\nimport { Dep } from './there.js';\n@Injectable()\nexport class X { constructor(${Array.from({ length: 8 }, (_, i) => `readonly d${i}: Dep`).join(', ')}) {} }\n` },
  { rule: 'cycles', file: 'libs/bus/src/cycle-a.ts', bad: "import { b } from './cycle-b.js';\nexport const a = (): number => b();\n", says: /Dependency cycle/, good: "import { x } from './there.js';\nexport const a = (): number => x;\n", goodFile: 'libs/bus/src/cycle-free.ts' },
  // Tests.
  { rule: 'skipped tests', file: 'libs/bus/src/f1.spec.ts', bad: "it.skip('x', () => { expect(1).toBe(1); });\n", says: /No skipped, lone or planned tests/, good: "it('x', () => { expect(1).toBe(1); });\n" },
  { rule: 'lone tests', file: 'libs/bus/src/f2.spec.ts', bad: "describe.only('x', () => { it('y', () => { expect(1).toBe(1); }); });\n", says: /No skipped, lone or planned tests/, good: "describe('x', () => { it('y', () => { expect(1).toBe(1); }); });\n" },
  { rule: 'sleeps', file: 'libs/bus/src/f3.medium.spec.ts', bad: "it('x', async () => { await new Promise((done) => { setTimeout(done, 10); }); });\n", says: /No sleeps/, good: "it('x', async () => { await Promise.resolve(); });\n" },
  { rule: 'jest.mock', file: 'libs/bus/src/f4.spec.ts', bad: "import { jest } from '@jest/globals';\njest.mock('./there.js');\n", says: /modules are not replaced/, good: "import { jest } from '@jest/globals';\njest.fn();\n" },
  // Web.
  { rule: 'text in JSX', file: 'apps/web/src/components/g1.tsx', bad: 'export const X = () => <p>Hello there</p>;\n', says: /Missing JSX expression container/, good: 'export const X = ({ text }: { text: string }) => <p>{text} · </p>;\n' },
  { rule: 'text in a JSX expression', file: 'apps/web/src/components/g2.tsx', bad: "export const X = () => <p>{'Hello there'}</p>;\n", says: /belongs in the language files/, good: 'export const X = ({ a, b }: { a: string; b: string }) => <p>{`${a} / ${b}`}{null}</p>;\n' },
  { rule: 'text in an attribute', file: 'apps/web/src/components/g3.tsx', bad: 'export const X = () => <button aria-label="Close" />;\n', says: /aria-label belongs in the language files/, good: 'export const X = ({ text }: { text: string }) => <input aria-label={text} className="close" placeholder="https://example.org/live" />;\n' },
  { rule: 'rules of hooks', file: 'apps/web/src/components/g4.tsx', bad: "import { useState } from 'react';\nexport const X = ({ a }: { a: boolean }) => { if (a) useState(1); return null; };\n", says: /called conditionally/, good: "import { useState } from 'react';\nexport const X = () => { useState(1); return null; };\n" },
];

/** Files that the plants import; `there` exists in every folder that a plant names. */
export const SCENERY = {
  'libs/bus/src/cycle-b.ts': "import { a } from './cycle-a.js';\nexport const b = (): number => a();\n",
  ...Object.fromEntries(
    ['apps/api/src', 'apps/recorder/src', 'apps/web/src/lib', 'apps/web/src/features/two', 'libs/bus/src', 'tools'].map((folder) => [`${folder}/there.ts`, 'export const x = 1;\nexport class Dep { readonly id = 1; }\n']),
  ),
};
