import { type RouteDef } from '#libs/contracts';
import { z } from 'zod';

/** The keywords of zod's JSON Schema that this file reads. */
interface Json {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Json[];
  readonly allOf?: readonly Json[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly additionalProperties?: unknown;
  readonly pattern?: string;
  readonly format?: string;
}
/** A value that every schema must refuse, with the path of the field that the answer must name. */
export interface BadValue {
  readonly part: 'params' | 'query' | 'body';
  readonly field: string;
  readonly what: string;
  readonly value: unknown;
  /** The whole body or query. */
  readonly input: unknown;
}

const NUL = 'a\u0000b';
const HALF = 'a\ud800';
/** Longer than any text that a form accepts, but within the size limit of a body. */
const LONG = 'x'.repeat(90_000);
const LONG_IN_ADDRESS = 'x'.repeat(6_000);

const schemaOf = (schema: z.ZodType): Json =>
  schema instanceof z.ZodUndefined ? {} : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
const ways = (json: Json): readonly Json[] => (json.anyOf ?? [json]).flatMap((one) => (one.anyOf ? ways(one) : [one]));
const typesOf = (json: Json): Set<string> =>
  new Set(
    ways(json).flatMap(
      (one) => one.type ?? (one.enum ?? (one.const === undefined ? [] : [one.const])).map((value) => typeof value),
    ),
  );

/** All bad values of a route, derived from its schemas, so that a new route is tested automatically. */
export function badValues(route: RouteDef): BadValue[] {
  // The body of an upload is the file, so the route has no body fields.
  const hasBody = route.method !== 'GET' && route.file === undefined;
  return [...ofAddress(route, 'query'), ...(hasBody ? ofBody(route, schemaOf(route.body)) : [])];
}

/**
 * Bad texts for each path parameter; the caller fills in the other parameters. A text that only looks odd (`NaN`, `-1`)
 * may be a valid name.
 */
export function badParams(route: RouteDef): { readonly name: string; readonly value: string }[] {
  return Object.entries(schemaOf(route.params).properties ?? {}).flatMap(([name, json]) => {
    const numbers =
      typesOf(json).has('string') && json.pattern?.includes('\\d') !== true
        ? []
        : ['NaN', 'Infinity', '-1', '1.5', '0x10', '9'.repeat(30)];
    return [NUL, HALF, '../../etc/passwd', 'a\\b', 'x'.repeat(2_000), ...numbers].map((value) => ({ name, value }));
  });
}

function ofAddress(route: RouteDef, part: 'query'): BadValue[] {
  const { properties = {}, additionalProperties } = schemaOf(route[part]);
  const one = (field: string, what: string, value: unknown): BadValue => ({
    part,
    field,
    what,
    value,
    input: { [field]: value },
  });
  const unknown = additionalProperties === false ? [one('zz_unknown', 'an unknown key', '1')] : [];
  return [
    ...unknown,
    ...Object.entries(properties).flatMap(([name, json]) => {
      const texts: [string, unknown][] = [
        ['a NUL', NUL],
        ['too long', LONG_IN_ADDRESS],
        ['twice', ['1', '2']],
      ];
      const types = typesOf(json);
      const numbers: [string, unknown][] =
        types.has('number') || types.has('integer')
          ? [
              ...['NaN', 'Infinity', '', 'x', '0x10'].map((text): [string, unknown] => [`"${text}"`, text]),
              ...outside(json).map(([what, value]): [string, unknown] => [what, String(value)]),
            ]
          : [];
      return [...texts, ...numbers].map(([what, value]) => one(name, what, value));
    }),
  ];
}

function ofBody(route: RouteDef, json: Json): BadValue[] {
  const whole = (what: string, value: unknown): BadValue => ({
    part: 'body',
    field: 'body',
    what,
    value,
    input: value,
  });
  const wholes =
    route.body instanceof z.ZodUnknown ? [] : [whole('a list for a body', [1]), whole('null for a body', null)];
  const unknown =
    route.body instanceof z.ZodUnknown
      ? []
      : [
          {
            part: 'body' as const,
            field: json.properties ? 'zz_unknown' : 'body',
            what: 'an unknown key',
            value: 1,
            input: { zz_unknown: 1 },
          },
        ];
  return [
    ...wholes,
    ...unknown,
    ...Object.entries(json.properties ?? {}).flatMap(([name, of]) =>
      inField(of).map(([what, value]): BadValue => ({
        part: 'body',
        field: name,
        what,
        value,
        input: { [name]: value },
      })),
    ),
  ];
}

type Named = [what: string, value: unknown];
const EXAMPLES: readonly (readonly [string, Named])[] = [
  ['string', ['text', 'zz top']],
  ['number', ['a number', 5.5]],
  ['boolean', ['a switch', true]],
  ['object', ['an object', { zz: 1 }]],
  ['array', ['lists in a list', [[1]]]],
  ['null', ['null', null]],
];

function inField(json: Json): Named[] {
  const types = typesOf(json);
  // A field that is converted before validation (text split into lists, digits to numbers) has no type in the schema.
  // Only values that are no text, number or list are tried.
  if (types.size === 0)
    return [
      ['an object', { zz: 1 }],
      ['a NUL', NUL],
    ];
  if (types.has('integer')) types.add('number');
  const wrong = EXAMPLES.filter(([type]) => !types.has(type)).map(([, named]) => named);
  const numbers = types.has('number')
    ? [
        ...outside(json),
        ...(types.has('string')
          ? []
          : ([
              ['"NaN"', 'NaN'],
              ['"Infinity"', 'Infinity'],
            ] as Named[])),
      ]
    : [];
  const texts: Named[] = types.has('string')
    ? [
        ['a NUL', NUL],
        ['half a character', HALF],
        ['too long', LONG],
      ]
    : [];
  const lists: Named[] = types.has('array')
    ? [
        ['objects in a list of texts', [{ zz: 1 }]],
        ['a list with a NUL', [NUL]],
        ['a list that is too long', Array.from({ length: 12_000 }, (_, n) => n)],
      ]
    : [];
  return [...wrong, ...numbers, ...texts, ...lists];
}

/** Values outside of the bounds; for several alternatives the widest bounds count. */
function outside(json: Json): Named[] {
  const numeric = ways(json).filter((one) => one.type === 'number' || one.type === 'integer');
  const [low, high] = [
    Math.min(...numeric.map((one) => one.minimum ?? -Infinity)),
    Math.max(...numeric.map((one) => one.maximum ?? Infinity)),
  ];
  const isLowGiven = low > Number.MIN_SAFE_INTEGER;
  return [
    [isLowGiven ? 'below the least' : 'negative', isLowGiven ? low - 1 : -1],
    ['above the most', high < Number.MAX_SAFE_INTEGER ? high + 1 : 1e300],
  ];
}
