/** Seals and opens the credentials of channels; recorders hold keys of this purpose only (architecture D11). */
export const SOURCE_SEALER = Symbol('Sealer for channel sources');
