import { type HttpConfig } from '../platform/http-config.js';

/** Whether an operator has said that a proxy stands in front of Vodkeep. The number 0 trusts none. */
export const isProxyTrusted = ({ trustProxy }: Pick<HttpConfig, 'trustProxy'>): boolean =>
  trustProxy !== false && trustProxy !== 0;
