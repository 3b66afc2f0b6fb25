/** Whether an address may become a link: http or https only, since a channel's address was typed by someone. */
export const isWeb = (url: string): boolean => /^https?:\/\//i.test(url);
