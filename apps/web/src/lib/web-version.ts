declare const __WEB_VERSION__: string;

/** Version of this client, from package.json at build time. */
export const WEB_VERSION = __WEB_VERSION__;
