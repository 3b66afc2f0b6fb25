import { type EntityManager } from 'typeorm';

interface Column {
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  readonly computed: boolean;
}
/**
 * `columns`: null if the rule does not consist of plain columns. `blocks`: a table whose rows the rule may protect from
 * deletion.
 */
interface Rule {
  readonly table: string;
  readonly definition: string;
  readonly unique: boolean;
  readonly columns: readonly string[] | null;
  readonly blocks: string | null;
}
/** The parts of a database that code relies on. Columns by `table.column`. */
export interface Schema {
  readonly tables: ReadonlySet<string>;
  readonly columns: ReadonlyMap<string, Column>;
  /** Constraints and unique indexes, by name. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** Functions with their types, and triggers. */
  readonly programs: ReadonlySet<string>;
}

const PUBLIC_SCHEMA = "'public'::regnamespace";
const COLUMNS = `
  SELECT c.relname AS table, c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    NOT a.attnotnull AS nullable, a.atthasdef OR a.attidentity <> '' AS "hasDefault",
    a.attgenerated <> '' OR a.attidentity = 'a' AS computed
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relnamespace = ${PUBLIC_SCHEMA} AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped`;
// NOT NULL is a property of its column. A unique constraint is listed as its index.
const RULES = `
  SELECT r.conname AS name, t.relname AS table, pg_get_constraintdef(r.oid) AS definition, false AS "unique",
    (SELECT array_agg(t.relname || '.' || a.attname) FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = ANY (r.conkey)) AS columns,
    CASE WHEN r.contype = 'f' AND (r.confdeltype IN ('a', 'r')) THEN r.confrelid::regclass::text END AS blocks
  FROM pg_constraint r JOIN pg_class t ON t.oid = r.conrelid
  WHERE r.connamespace = ${PUBLIC_SCHEMA} AND r.contype NOT IN ('n', 'p', 'u')
  UNION ALL
  SELECT x.relname, t.relname, pg_get_indexdef(i.indexrelid), true,
    CASE WHEN 0 <> ALL (i.indkey) THEN (SELECT array_agg(t.relname || '.' || a.attname) FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = ANY (i.indkey)) END,
    NULL
  FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
  WHERE t.relnamespace = ${PUBLIC_SCHEMA} AND i.indisunique`;
const FUNCTIONS_AND_TRIGGERS = `
  SELECT 'function ' || p.oid::regprocedure || ' ' || pg_get_function_result(p.oid) AS name FROM pg_proc p WHERE p.pronamespace = ${PUBLIC_SCHEMA}
  UNION ALL
  SELECT 'trigger ' || t.tgname || ' of ' || c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = ${PUBLIC_SCHEMA}`;

type Named<T> = T & { readonly name: string };

export async function readSchema(db: Pick<EntityManager, 'query'>): Promise<Schema> {
  const columns = await db.query<Named<Column & { readonly table: string }>[]>(COLUMNS);
  const rules = await db.query<Named<Rule>[]>(RULES);
  const programs = await db.query<Named<object>[]>(FUNCTIONS_AND_TRIGGERS);
  return {
    tables: new Set(columns.map(({ table }) => table)),
    columns: new Map(columns.map((column) => [column.name, column])),
    rules: new Map(rules.map((rule) => [rule.name, rule])),
    programs: new Set(programs.map(({ name }) => name)),
  };
}

/**
 * Lists what code written for `before` can no longer read or write in `after`, one line each. It compares only the
 * schema: it does not know what a trigger does, or which values newer code writes.
 */
export const breakingChanges = (before: Schema, after: Schema): string[] => [
  ...[...before.tables].filter((table) => !after.tables.has(table)).map((table) => `table ${table} is gone`),
  ...[...before.columns]
    .filter(([name]) => after.tables.has(tableOf(name)))
    .flatMap(([name, was]) => changesOf(was, after.columns.get(name)).map((change) => `${name} ${change}`)),
  ...newColumns(before, after)
    .filter(([, column]) => !column.nullable && !column.hasDefault)
    .map(([name]) => `${name} is new and NOT NULL, without a default`),
  ...ruleFaults(before, after),
  ...[...before.programs].filter((name) => !after.programs.has(name)).map((name) => `${name} is gone`),
];

const tableOf = (column: string): string => column.split('.')[0] ?? '';
const newColumns = (before: Schema, after: Schema): [string, Column][] =>
  [...after.columns].filter(([name]) => before.tables.has(tableOf(name)) && !before.columns.has(name));

function changesOf(was: Column, is: Column | undefined): string[] {
  if (is === undefined) return ['is gone'];
  return [
    ...(was.type === is.type ? [] : [`changes its type from ${was.type} to ${is.type}`]),
    ...(was.nullable === is.nullable ? [] : [is.nullable ? 'may become NULL' : 'becomes NOT NULL']),
    ...(was.hasDefault && !is.hasDefault && !is.nullable ? ['loses its default'] : []),
    ...(!was.computed && is.computed ? ['can no longer be written'] : []),
  ];
}

function ruleFaults(before: Schema, after: Schema): string[] {
  const added = [...after.rules].filter(([name, { definition }]) => before.rules.get(name)?.definition !== definition);
  return [
    ...[...before.rules]
      .filter(([name, { table }]) => after.tables.has(table) && !after.rules.has(name))
      .map(([name, { definition }]) => `${name} is gone: ${definition}`),
    ...added
      .filter(([, rule]) => before.tables.has(rule.table) && !isOfNewColumns(rule, before, after))
      .map(([name, { definition }]) => `${name} restricts rows of older code: ${definition}`),
    ...added.flatMap(([name, { blocks }]) =>
      blocks !== null && before.tables.has(blocks) ? [`${name} keeps older code from deleting rows of ${blocks}`] : [],
    ),
  ];
}

/** Older code leaves new columns at their default. If the rule is unique, a column must therefore default to NULL. */
const isOfNewColumns = ({ columns, unique }: Rule, before: Schema, after: Schema): boolean =>
  columns !== null &&
  columns.every((name) => !before.columns.has(name)) &&
  (!unique || columns.some((name) => after.columns.get(name)?.hasDefault === false));
