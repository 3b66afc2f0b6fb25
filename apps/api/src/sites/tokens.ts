/** Seals and opens the credentials of channels. Recorders have keys of this purpose only. */
export const SOURCE_SEALER = Symbol('Sealer for channel sources');
