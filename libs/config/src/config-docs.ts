import { CHAPTERS } from './known-names.js';
import { REQUIRED, type Setting } from './setting.js';

const GENERATED_NOTE = 'Generated from libs/config by tools/checks/config-docs.check.ts. Edit the settings there.';

function defaultShown(setting: Setting): string {
  if (setting.default === REQUIRED) return 'must be set';
  if (setting.default === null) return 'not set';
  if (typeof setting.default === 'string') return setting.default === '' ? 'empty' : setting.default;
  return setting.default.text;
}

const row = (s: Setting): string =>
  `| \`${s.env}\`${s.secret === true ? ` or \`${s.env}_FILE\`` : ''} | ${defaultShown(s)} | ${s.unit} | ${s.doc} |`;

/** Returns the text of docs/configuration.md. */
export function configurationDoc(): string {
  const chapters = CHAPTERS.map(
    ([title, section]) =>
      `## ${title}\n\n| name | default | unit | purpose |\n|---|---|---|---|\n${Object.values(section).map(row).join('\n')}\n`,
  );
  const intro = `# Settings\n\n${GENERATED_NOTE}\n\nEvery setting is an environment variable. \`VODKEEP_CONFIG_FILE\` can name a file with the same names (JSON, or lines \`NAME=value\`). The environment takes precedence over the file.\nA name with \`_FILE\` takes the path of a file that contains the secret. A service with invalid settings reports all of them at once and ends with exit code 78.\n\nEnvironment variables can also set the settings of the page: see [settings.md](settings.md).\n`;
  return `${intro}\n${chapters.join('\n')}`;
}

/** Returns the text of deploy/env.example. */
export function envExample(): string {
  const chapters = CHAPTERS.map(
    ([title, section]) =>
      `## ${title}\n${Object.values(section)
        .map((s) => `# ${s.doc}\n${exampleLine(s)}`)
        .join('\n')}\n`,
  );
  return `# ${GENERATED_NOTE}\n\n${chapters.join('\n')}`;
}

function exampleLine(s: Setting): string {
  if (s.default === REQUIRED) return `${s.env}=`;
  return `# ${s.env}=${typeof s.default === 'string' ? s.default : ''}`;
}

/** Generated files by path from the repository root. The drift check compares them; `--write` writes them. */
export const configFiles = (): Readonly<Record<string, string>> => ({
  'docs/configuration.md': configurationDoc(),
  'deploy/env.example': envExample(),
});
