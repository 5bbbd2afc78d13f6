import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'node', include: ['tests/unit/**/*.test.ts'], exclude: ['**/*.svelte.test.ts'] } },
      {
        // What has runes is compiled as for the page: as for a server nothing would have effects.
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'page',
          include: ['tests/unit/**/*.svelte.test.ts'],
          environment: './tests/unit/page.ts',
          server: { deps: { inline: [/svelte/] } },
        },
      },
    ],
  },
});
