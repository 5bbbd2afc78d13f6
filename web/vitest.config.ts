import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'node', include: ['tests/unit/**/*.test.ts'], exclude: ['**/*.svelte.test.ts'] } },
      {
        // Compiles modules with runes for the browser: compiled for a server, effects would not run.
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
