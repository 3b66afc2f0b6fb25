import { z } from 'zod';

const Scalar = z.union([z.string(), z.number(), z.boolean()]);

/** One setting as `GET /settings` describes it in `fields`, in v0's form: pick-one is called `array` there. A field this page cannot show is left out. */
const SettingField = z.object({
  group: z.string(), text: z.string(), help: z.string().default(''), unit: z.string().optional(), choices: z.array(z.string()).optional(), multiline: z.boolean().optional(), secret: z.boolean().optional(), default: Scalar.optional(),
  type: z.enum(['string', 'number', 'boolean', 'choice', 'array', 'template']).transform((type) => (type === 'array' ? 'choice' : type)),
  /** The variables of a template, by name. */
  replacements: z.record(z.string(), z.unknown()).optional(),
  restart_required: z.boolean().optional(), deprecated: z.boolean().optional(),
  /** The environment holds it: `env_name` says which variable, and nothing here changes it. */
  from_env: z.boolean().optional(), env_name: z.string().optional(),
  /** The issue that brings what it acts on. Until then an input for it would be a promise that nothing keeps, so it is left out. */
  later: z.undefined().optional(),
});
type SettingField = z.infer<typeof SettingField>;
export interface NamedField extends SettingField { readonly key: string }
export type SettingValue = string | number | boolean;
export interface FieldGroup { readonly group: string; readonly fields: readonly NamedField[] }

/** Fields by group, in the server's order. */
export function groupsOf(raw: Readonly<Record<string, unknown>>): FieldGroup[] {
  const groups = new Map<string, NamedField[]>();
  for (const [key, value] of Object.entries(raw)) {
    const parsed = SettingField.safeParse(value);
    if (parsed.success) groups.set(parsed.data.group, [...(groups.get(parsed.data.group) ?? []), { key, ...parsed.data }]);
  }
  return [...groups].map(([group, fields]) => ({ group, fields }));
}

/** What holds every word, in any order and case, in its name, help, key, group or choices. Groups without any are gone. */
export function findFields(groups: readonly FieldGroup[], words: string): FieldGroup[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((w) => w !== '');
  const fits = (field: NamedField): boolean => {
    const text = [field.key, field.group, field.text, field.help, ...(field.choices ?? [])].join(' ').toLowerCase();
    return wanted.every((w) => text.includes(w));
  };
  return groups.map(({ group, fields }) => ({ group, fields: fields.filter(fits) })).filter(({ fields }) => fields.length > 0);
}

/** Only what differs from the server; a number that reads as one is sent as one, anything else as typed, so that the server can object to it. */
export function changedOf(fields: readonly NamedField[], saved: Readonly<Record<string, SettingValue>>, edited: Readonly<Record<string, SettingValue>>): Record<string, SettingValue> {
  return Object.fromEntries(fields.flatMap(({ key, type }) => {
    const value = edited[key];
    if (value === undefined) return [];
    const sent = type === 'number' && typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;
    return sent === saved[key] ? [] : [[key, sent]];
  }));
}
