/** Images of a release as OCI archives, where the machine has a builder for them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installRoot } from '../../src/infra/process/install-root.ts';

/** Images by the name of their file, and the stage of the Dockerfile. */
const IMAGES = { 'flowarden-image.oci.tar': 'service', 'flowarden-cli-image.oci.tar': 'cli' } as const;

/** Builds all images for amd64 and arm64. Returns why there are none; undefined when they are built. */
export function buildImages(folder: string): string | undefined {
  const builder = spawnSync('docker', ['buildx', 'inspect'], { encoding: 'utf8' });
  if (builder.status !== 0)
    return `docker buildx has no builder here (${(builder.stderr ?? '').trim().split('\n')[0] || 'no docker'})`;
  for (const [file, target] of Object.entries(IMAGES)) {
    const output = `type=oci,dest=${join(folder, file)}`;
    const options = ['--platform', 'linux/amd64,linux/arm64', '--target', target, '--output', output];
    const argv = [
      'buildx',
      'build',
      '-f',
      'deploy/Dockerfile',
      '--provenance=true',
      '--sbom=true',
      ...options,
      '.',
    ];
    const { status } = spawnSync('docker', argv, { cwd: installRoot(), stdio: 'inherit' });
    if (status !== 0) return `docker buildx could not build ${file}`;
  }
  return undefined;
}
