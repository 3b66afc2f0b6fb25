import { message, type OwnMessage } from '#libs/messages';
import { isProxyTrusted } from '../../http/trusted-proxy.js';
import { type HttpConfig } from '../../platform/http-config.js';

/** Tells a remote caller how to set the password when none is set. */
export const passwordRemedy = (config: Pick<HttpConfig, 'port' | 'basepath' | 'trustProxy'>): OwnMessage =>
  isProxyTrusted(config)
    ? message('error.password-not-set.proxy')
    : message('error.password-not-set', { address: `http://localhost:${config.port}${config.basepath}/` });
