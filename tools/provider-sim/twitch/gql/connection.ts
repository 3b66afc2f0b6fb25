/** A page of a list, as GQL has them: the cursor stands at the last edge alone, where more follows. */
export function connection(
  all: readonly object[],
  { first, after }: { readonly first?: number | null; readonly after?: string | null },
): object {
  const start = typeof after === 'string' ? Number(Buffer.from(after, 'base64').toString()) : 0;
  const size = Math.min(first ?? 20, 100);
  const page = all.slice(start, start + size);
  const hasNextPage = start + size < all.length;
  return {
    edges: page.map((node, i) => ({
      node,
      cursor: hasNextPage && i === page.length - 1 ? Buffer.from(String(start + size)).toString('base64') : null,
    })),
    pageInfo: { hasNextPage, hasPreviousPage: start > 0 },
    totalCount: all.length,
  };
}
