import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The build is embedded into the program: plain files, relative addresses, nothing fetched from elsewhere.
export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 1024, cssCodeSplit: true, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/ws': { target: 'ws://127.0.0.1:8080', ws: true }, '/api': 'http://127.0.0.1:8080' },
  },
});
