import 'react';

declare module 'react' {
  // Custom properties that the style sheets read.
  interface CSSProperties {
    '--hue'?: number;
    '--share'?: string;
    '--name-dark'?: string;
    '--name-light'?: string;
    '--chat-width'?: string;
  }
}
