import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { execa } from 'execa';
import { expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { ROOT } from './paths.mjs';

interface NestProject {
  readonly root: string;
  readonly entryFile: string;
  readonly sourceRoot: string;
  readonly compilerOptions: { readonly tsConfigPath: string };
}
const { projects } = JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8')) as {
  readonly projects: Readonly<Record<string, NestProject>>;
};

it('every service is a project of nest-cli.json, with its entry and its compiler settings', () => {
  const services = readdirSync(join(ROOT, 'apps')).filter((name) =>
    existsSync(join(ROOT, 'apps', name, 'src/main.ts')),
  );
  expect(Object.keys(projects).sort()).toEqual(services.sort());
  const files = Object.values(projects).flatMap((p) => [
    join(p.sourceRoot, `${p.entryFile}.ts`),
    p.compilerOptions.tsConfigPath,
  ]);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it('`nest build <app>` compiles a service to the path from which it is started', async () => {
  const dir = tempDir('nest-build');
  const config = join(dir.path, 'tsconfig.json');
  const app = join(ROOT, 'apps/exporter');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(app, 'tsconfig.app.json'),
      compilerOptions: {
        outDir: join(dir.path, 'dist'),
        typeRoots: [join(ROOT, 'node_modules/@types')],
        // The type check of the same sources is a stage of its own (tools/testrun/stages.mjs).
        noCheck: true,
      },
      include: [join(app, 'src/**/*.ts')],
      exclude: ['**/*.spec.ts'],
    }),
  );
  try {
    await execa(
      process.execPath,
      [join(ROOT, 'node_modules/@nestjs/cli/bin/nest.js'), 'build', 'exporter', '--path', relative(ROOT, config)],
      { cwd: ROOT },
    );
    expect(existsSync(join(dir.path, 'dist/apps/exporter/src/main.js'))).toBe(true);
  } finally {
    dir.remove();
  }
}, 120_000);
