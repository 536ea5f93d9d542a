/** What a new project is built and started from elsewhere: containers. Called by `init`. */
import type { SnakeParts } from './snake-parts.js';

function dockerfile(install: string): string {
  return `# docker build -t my-snakes .
# docker run --init --read-only --cap-drop ALL -p 8000:8000 -v my-data:/app/data my-snakes
FROM node:24-slim AS packages
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --no-audit --no-fund && mkdir -p data

FROM node:24-slim
${install}ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages --chown=node:node /app/data data
COPY --from=packages /app .
USER node
EXPOSE 8000
VOLUME /app/data
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch(\`http://127.0.0.1:\${process.env.PORT ?? 8000}/readyz\`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not npm or npx: the host itself has to get the signal of "docker stop".
CMD ["node", "node_modules/serpentarium/dist/src/cli.js", "serve"]
`;
}

/** Their content, by path. */
export function containerFiles({ debianPackages, ignored }: SnakeParts): Readonly<Record<string, string>> {
  const packages = debianPackages.join(' ');
  const install = `RUN apt-get update && apt-get install -y --no-install-recommends ${packages} && rm -r /var/lib/apt/lists/*\n`;
  const names = ['node_modules', 'data', '.git', '.github', ...ignored.map((name) => `**/${name}`)];
  return { Dockerfile: dockerfile(packages === '' ? '' : install), '.dockerignore': `${names.join('\n')}\n` };
}
