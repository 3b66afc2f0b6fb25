/**
 * The networks in which the address of a source may lie. `private`: RFC 1918; `unique-local`: RFC 4193; `shared`: RFC
 * 6598, also used by overlay networks; `benchmark`: RFC 2544, also used by proxies that invent addresses.
 */
export const SOURCE_NETWORKS = ['public', 'loopback', 'private', 'unique-local', 'shared', 'benchmark'] as const;
export type SourceNetwork = (typeof SOURCE_NETWORKS)[number];
