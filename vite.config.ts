import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds `web/` twice: for the browser, and as the module with which the server renders pages. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  publicDir: 'web/public',
  appType: 'custom',
  clearScreen: false,
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/browser',
        manifest: true,
        rolldownOptions: { input: ['web/start-scripts.ts', 'web/theme/stylesheet.css'] },
      },
    },
    ssr: {
      // Everything inside: what renders pages is then always React's production build, whatever NODE_ENV says.
      resolve: { noExternal: process.env['NODE_ENV'] === 'production' ? true : undefined },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: ['web/entry-server.tsx'] },
      },
    },
  },
});
