/**
 * Whether an address from a link leads to this installation; a relative one does. Anyone can make such a link, so the
 * address may be of another site, or invalid.
 */
export const isOwnAddress = (address: string, origin: string): boolean =>
  URL.canParse(address, origin) && new URL(address, origin).origin === origin;
