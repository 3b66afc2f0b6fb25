import { SETTING_KEYS, type SettingText, textsOfSetting } from '#libs/contracts';
import { type SettingTexts } from '#libs/messages';
import { z } from 'zod';

const Scalar = z.union([z.string(), z.number(), z.boolean()]);

/**
 * One setting as `GET /settings` describes it in `fields`, in v0's format, which calls a choice `array`. Fields that
 * this page cannot show are left out.
 */
const SettingField = z.object({
  group: z.string(),
  text: z.string(),
  help: z.string().default(''),
  unit: z.string().optional(),
  choices: z.array(z.string()).optional(),
  /** Labels of values that need one. */
  choice_texts: z.record(z.string(), z.string()).optional(),
  multiline: z.boolean().optional(),
  secret: z.boolean().optional(),
  default: Scalar.optional(),
  type: z
    .enum(['string', 'number', 'boolean', 'choice', 'array', 'template'])
    .transform((type) => (type === 'array' ? 'choice' : type)),
  /** The variables of a template, by name. */
  replacements: z.record(z.string(), z.unknown()).optional(),
  restart_required: z.boolean().optional(),
  deprecated: z.boolean().optional(),
  /** The environment sets it: `env_name` is the variable, and the page cannot change it. */
  from_env: z.boolean().optional(),
  env_name: z.string().optional(),
  /** The milestone that brings its effect. Until then the field is left out, because its input would have no effect. */
  later: z.undefined().optional(),
});
type SettingField = z.infer<typeof SettingField>;
export interface NamedField extends SettingField {
  readonly key: string;
}
export type SettingValue = string | number | boolean;
/** `group` is its fixed English name; `title` is its displayed name. */
export interface FieldGroup {
  readonly group: string;
  readonly title: string;
  readonly fields: readonly NamedField[];
}

/** Fields by group, in the order of the server. */
export function groupsOf(raw: Readonly<Record<string, unknown>>): FieldGroup[] {
  const groups = new Map<string, NamedField[]>();
  for (const [key, value] of Object.entries(raw)) {
    const parsed = SettingField.safeParse(value);
    if (parsed.success)
      groups.set(parsed.data.group, [...(groups.get(parsed.data.group) ?? []), { key, ...parsed.data }]);
  }
  return [...groups].map(([group, fields]) => ({ group, title: group, fields }));
}

/** The groups in another language. Texts that the table lacks, such as those of a newer server, stay English. */
export function translateFields(groups: readonly FieldGroup[], table: SettingTexts): FieldGroup[] {
  const textsOf = (field: NamedField): SettingText | undefined =>
    SETTING_KEYS.filter((key) => key === field.key).map((key) => textsOfSetting(key, (text) => table[text]))[0];
  const translateField = (field: NamedField): NamedField => {
    const texts = textsOf(field);
    if (texts === undefined) return field;
    return {
      ...field,
      text: texts.text,
      help: texts.help,
      ...(field.unit === undefined ? {} : { unit: texts.unit ?? field.unit }),
      ...(texts.choices ? { choice_texts: texts.choices } : {}),
    };
  };
  return groups.map(({ group, title, fields }) => ({
    group,
    title: fields.flatMap((field) => textsOf(field)?.group ?? [])[0] ?? title,
    fields: fields.map(translateField),
  }));
}

/** The label of a setting's value. */
export const choiceText = ({ choice_texts: texts = {} }: Pick<NamedField, 'choice_texts'>, value: string): string =>
  (Object.hasOwn(texts, value) ? texts[value] : undefined) ?? value;

/**
 * Fields that contain every word, in any order and case, in their displayed name, help, key, group or choices. Omits
 * empty groups.
 * @param retained keys that always stay
 */
export function findFields(
  groups: readonly FieldGroup[],
  labels: string,
  retained: readonly string[] = [],
): FieldGroup[] {
  const wanted = labels
    .toLowerCase()
    .split(/\s+/)
    .filter((w) => w !== '');
  const fits = (title: string, field: NamedField): boolean => {
    const text = [
      field.key,
      title,
      field.text,
      field.help,
      ...(field.choices ?? []),
      ...Object.values(field.choice_texts ?? {}),
    ]
      .join(' ')
      .toLowerCase();
    return wanted.every((w) => text.includes(w));
  };
  return groups
    .map(({ group, title, fields }) => ({
      group,
      title,
      fields: fields.filter((field) => retained.includes(field.key) || fits(title, field)),
    }))
    .filter(({ fields }) => fields.length > 0);
}

/**
 * Only the values that differ from the server. Text that is a number is sent as a number, other text unchanged, so that
 * the server can refuse it.
 */
export function changedOf(
  fields: readonly NamedField[],
  saved: Readonly<Record<string, SettingValue>>,
  edited: Readonly<Record<string, SettingValue>>,
): Record<string, SettingValue> {
  return Object.fromEntries(
    fields.flatMap(({ key, type }) => {
      const value = edited[key];
      if (value === undefined) return [];
      const sent =
        type === 'number' && typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))
          ? Number(value)
          : value;
      return sent === saved[key] ? [] : [[key, sent]];
    }),
  );
}
