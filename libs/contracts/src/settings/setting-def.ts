import { fieldMessage, type SettingTextKey } from '#libs/messages';
import { z } from 'zod';
import { isCron } from './cron-text.js';
import { readVariable } from './template-variables.js';

/** Planned issues that implement the features of some settings. */
export const LATER_ISSUES = ['render', 'export', 'automation', 'dashboard'] as const;
export type LaterIssue = (typeof LATER_ISSUES)[number];

type After<Prefix extends string, Key = SettingTextKey> = Key extends `${Prefix}${infer Rest}` ? Rest : never;
/** A heading of the settings page; its text is `setting.group.<group>` in the catalogue. */
export type SettingGroup = After<'setting.group.'>;
/** Its text is `setting.unit.<unit>` in the catalogue. */
export type SettingUnit = After<'setting.unit.'>;

/** One setting of the settings page: its schema and default. {@link textsOfSetting} returns its texts. */
export interface SettingDef {
  readonly group: SettingGroup;
  /** The issue that implements the setting; until then it is stored and validated but has no effect. */
  readonly later?: LaterIssue;
  readonly type: 'string' | 'number' | 'boolean' | 'choice' | 'template';
  readonly schema: z.ZodType;
  readonly default: string | number | boolean;
  readonly unit?: SettingUnit;
  readonly choices?: readonly string[];
  /** Choices that need a display text, because their values are not user-friendly. */
  readonly named?: readonly string[];
  /** The variable names of a template. */
  readonly variables?: readonly string[];
  /** v0's `guest`: guests can read it too. */
  readonly guest?: boolean;
  /** Stored sealed; shown only as {@link MASK}. */
  readonly secret?: boolean;
  readonly multiline?: boolean;
  /** An empty text is a value of its own, not the default. */
  readonly emptyIsValue?: boolean;
  /**
   * Decides who has access, where pages and sites send their requests, or whether a program runs: an import changes it
   * only if the caller confirms its key.
   */
  readonly access?: boolean;
  /** Takes effect after a restart. */
  readonly restart?: boolean;
  readonly deprecated?: boolean;
  /** Environment variable that sets it (docs/configuration.md). The settings page shows it read-only. */
  readonly environment?: string;
}

/** Placeholder for a secret that is set. If a form sends it back unchanged, the secret remains. */
export const MASK = '********';

type Options = Partial<
  Pick<SettingDef, 'later' | 'unit' | 'guest' | 'access' | 'restart' | 'deprecated' | 'multiline' | 'environment'>
>;

/** Builders of the settings of one group. Each keeps its exact type, so that `settings.get(key)` returns it. */
export const settingsOf = <const G extends SettingGroup>(group: G) => ({
  flag: (options: Options & { readonly default: boolean }) =>
    ({ ...options, group, type: 'boolean', schema: z.boolean() }) as const,
  /** A whole number in a closed range. */
  whole: ({
    min,
    max,
    ...options
  }: Options & { readonly default: number; readonly min: number; readonly max: number }) =>
    ({ ...options, group, type: 'number', schema: z.int().min(min).max(max) }) as const,
  /** A number in a closed range. */
  measure: ({
    min,
    max,
    ...options
  }: Options & { readonly default: number; readonly min: number; readonly max: number }) =>
    ({ ...options, group, type: 'number', schema: z.number().min(min).max(max) }) as const,
  oneOf: <const C extends readonly [string, ...string[]], const N extends readonly C[number][] = readonly []>(
    choices: C,
    { named, ...options }: Options & { readonly default: C[number]; readonly named?: N },
  ) => ({ ...options, group, type: 'choice', choices, named: (named ?? []) as N, schema: z.enum(choices) }) as const,
  /** One line of text, or several if `multiline` is set. */
  line: ({ max = 200, ...options }: Options & { readonly default: string; readonly max?: number }) =>
    ({ ...options, group, type: 'string', schema: textUpTo(max, options.multiline === true) }) as const,
  /** A token or a password. */
  secret: (options: Options) =>
    ({ ...options, group, type: 'string', default: '', secret: true, schema: textUpTo(2_000, false) }) as const,
  /** Empty, or a URL with one of these protocols. Trailing slashes are removed. */
  address: (protocol: RegExp, options: Options & { readonly secret?: boolean }) =>
    ({ ...options, group, type: 'string', default: '', schema: addressOf(protocol) }) as const,
  /** The times of a schedule as a cron expression; empty: never. */
  cron: (options: Options & { readonly default: string }) =>
    ({
      ...options,
      group,
      type: 'string',
      emptyIsValue: true,
      schema: textUpTo(100, false).refine((text) => text === '' || isCron(text), fieldMessage('field.cron')),
    }) as const,
  /** Text with {variables}; an unknown variable is refused with its position. */
  template: (
    variables: readonly string[],
    { max = 400, ...options }: Options & { readonly default: string; readonly max?: number },
  ) => ({ ...options, group, type: 'template', variables, schema: templateText(variables, max) }) as const,
});

/** Text without control characters; line breaks are allowed if `multiline` is set. */
export const textUpTo = (max: number, multiline: boolean) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(
      multiline ? /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/ : /^[^\p{Cc}]*$/u,
      fieldMessage('field.no-control-characters'),
    );

/** Schemes that match, for messages: `ws://, wss://`. */
const schemesOf = (protocol: RegExp): string =>
  ['http', 'https', 'ws', 'wss']
    .filter((scheme) => protocol.test(scheme))
    .map((scheme) => `${scheme}://`)
    .join(', ');

const addressOf = (protocol: RegExp) =>
  z
    .union(
      [
        z.literal(''),
        z.url({ protocol, error: fieldMessage('field.address-scheme', { schemes: schemesOf(protocol) }) }),
      ],
      fieldMessage('field.empty-or-address'),
    )
    .refine((s) => s.length <= 2_000, fieldMessage('field.at-most-characters', { n: 2000 }))
    .transform((s) => s.replace(/\/+$/, ''));

/** One line with {variables}; see {@link templateFault}. */
export const templateText = (variables: readonly string[], max: number) =>
  textUpTo(max, false).superRefine((text, ctx) => {
    const fault = templateFault(text, variables);
    if (fault !== null) ctx.addIssue({ code: 'custom', message: fault });
  });

/** Text with {variables} that is no name of a file: any text around them is allowed, also line breaks. */
export const freeTemplate = (variables: readonly string[], max: number) =>
  textUpTo(max, true).superRefine((text, ctx) => {
    const fault = variableFault(text, variables);
    if (fault !== null) ctx.addIssue({ code: 'custom', message: faultText(fault, variables) });
  });

/** A fault of a template; `at` is a character position, counted from 1. */
export type TemplateFault =
  | { readonly why: 'unpaired' | 'unknown-variable'; readonly found: string; readonly at: number }
  | { readonly why: 'leads-out'; readonly found: '.' | '..' }
  | { readonly why: 'empty-part' };

/**
 * Finds the first unknown variable or unpaired brace of a template, a part that leads out of its folder, or an empty
 * part. Null if the template is valid.
 */
export function checkTemplate(text: string, variables: readonly string[]): TemplateFault | null {
  const fault = variableFault(text, variables);
  if (fault !== null) return fault;
  const [, part] = /(?:^|\/)(\.{1,2}|)(?:\/|$)/.exec(text.replace(/\/$/, '')) ?? [];
  if (text === '' || part === undefined) return null;
  return part === '.' || part === '..' ? { why: 'leads-out', found: part } : { why: 'empty-part' };
}

/** The first unknown variable or unpaired brace. */
function variableFault(text: string, variables: readonly string[]): TemplateFault | null {
  for (const { 0: found, 1: name, index } of text.matchAll(/\{([^{}]*)\}|[{}]/g)) {
    if (name === undefined) return { why: 'unpaired', found, at: index + 1 };
    if (!variables.includes(readVariable(name).name)) return { why: 'unknown-variable', found, at: index + 1 };
  }
  return null;
}

/** {@link checkTemplate} as a field message. */
export function templateFault(text: string, variables: readonly string[]): string | null {
  const fault = checkTemplate(text, variables);
  return fault === null ? null : faultText(fault, variables);
}

function faultText(fault: TemplateFault, variables: readonly string[]): string {
  switch (fault.why) {
    case 'unpaired':
      return fieldMessage('field.unpaired-brace', { brace: fault.found, n: fault.at });
    case 'unknown-variable':
      return fieldMessage('field.unknown-variable', { variable: fault.found, n: fault.at, names: variables });
    case 'leads-out':
      return fieldMessage('field.leads-out', { part: fault.found });
    case 'empty-part':
      return fieldMessage('field.empty-folder');
  }
}
