// Where tests of runes run: node without a document, but with modules as they are for the page.
import type { Environment } from 'vitest/runtime';

export default { name: 'page', viteEnvironment: 'client', setup: () => ({ teardown: () => {} }) } satisfies Environment;
