// What the compiler and prettier do not see. The layout is prettier's alone; how wide a line may be, tools/columns.mjs
// says.
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
    rules: { '@typescript-eslint/no-this-alias': 'off' }, // how a test gets hold of what a class under test makes
  },
  {
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_$', varsIgnorePattern: '^_$' }],
      // Sets and maps are values here: a change makes a new one, which is assigned. Or they are memory that nothing on
      // the page shows.
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
