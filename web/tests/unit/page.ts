// The environment for tests of runes: node without a document, but with modules compiled for the browser.
import type { Environment } from 'vitest/runtime';

export default { name: 'page', viteEnvironment: 'client', setup: () => ({ teardown: () => {} }) } satisfies Environment;
