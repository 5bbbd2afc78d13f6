// Rules beyond the compiler and prettier. Prettier decides the layout, tools/columns.mjs the line width.
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores(['dist/', 'shots/', 'test-results/']),
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    files: ['tests/**'],
    rules: { '@typescript-eslint/no-this-alias': 'off' }, // tests capture what a class under test creates
  },
  {
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_$', varsIgnorePattern: '^_$' }],
      // Sets and maps are values here: a change assigns a new one. Others are internal and not rendered.
      'svelte/prefer-svelte-reactivity': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Property[key.name="action"] > ArrayExpression, ' +
            'CallExpression[callee.property.name="act"] > ArrayExpression',
          message: 'An action is made by name: actionOf in src/wire/action.ts.',
        },
      ],
    },
  },
);
