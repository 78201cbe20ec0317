/** Checks of pods: the standard "restricted", images, settings, ports and the time to end. */
import { INFRA_LIMITS } from '../../../src/infra/limits.ts';
import { programVersion } from '../../../src/infra/process/install-root.ts';
import { SETTINGS } from '../../../src/infra/settings/setting-table.ts';
import { SERVING_ROLES, type Setting } from '../../../src/infra/settings/setting-values.ts';
import type { Container, EnvironmentVariable, Manifest, PodSpec, Probe } from './manifest.ts';

const TABLE: Readonly<Record<string, Setting<unknown>>> = SETTINGS;
/** Kinds of volumes that the standard allows and we use. */
const VOLUMES = ['secret', 'configMap', 'emptyDir'];
/** Paths that a role answers, by the name of the port. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  http: ['/healthz', '/readyz'],
  metrics: ['/healthz', '/metrics'],
};

/** Returns a sentence for each fault of the pods of these objects. */
export function podFaults(objects: readonly Manifest[]): readonly string[] {
  return objects.flatMap(({ kind, metadata, spec }) => {
    if (spec?.template === undefined) return [];
    const pod = spec.template.spec;
    const faults = [
      ...rightsOf(pod),
      ...pod.containers.flatMap((container) => [
        ...rightsOfContainer(container),
        ...imageFaults(container),
        ...(container.args === undefined ? [] : roleFaults(container)),
        ...(kind === 'Deployment' ? servingFaults(container, pod) : []),
      ]),
    ];
    return faults.map((fault) => `${metadata.name}: ${fault}`);
  });
}

/** Returns what the standard "restricted" forbids, and a token for the API of the cluster. */
function rightsOf(pod: PodSpec): readonly string[] {
  const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext ?? {};
  return wrong({
    'runs as root': runAsNonRoot !== true || typeof runAsUser !== 'number' || runAsUser === 0,
    'has no seccomp profile': JSON.stringify(seccompProfile) !== '{"type":"RuntimeDefault"}',
    'has a token of the cluster': pod.automountServiceAccountToken !== false,
    'shares something of the node': ['hostNetwork', 'hostPID', 'hostIPC'].some((field) => field in pod),
    'has containers that are not checked': pod.initContainers !== undefined,
    'mounts a volume of a forbidden kind': (pod.volumes ?? []).some((volume) =>
      Object.keys(volume).some((field) => field !== 'name' && !VOLUMES.includes(field)),
    ),
  });
}

function rightsOfContainer({ securityContext = {}, ports = [] }: Container): readonly string[] {
  const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities, ...others } = securityContext;
  return wrong({
    'may gain rights': allowPrivilegeEscalation !== false,
    'may write its file system': readOnlyRootFilesystem !== true,
    'has capabilities': JSON.stringify(capabilities) !== '{"drop":["ALL"]}',
    'has a security context that is not checked': Object.keys(others).length > 0,
    'has a port of the node': ports.some((port) => 'hostPort' in port),
  });
}

function imageFaults({ image, args }: Container): readonly string[] {
  const [, tag] = /:([\w.-]+)$/.exec(image) ?? [];
  return wrong({
    'has an image without a version': tag === undefined || tag === 'latest',
    'has the image of another version': args !== undefined && tag !== programVersion(),
  });
}

/** Returns faults of a container that runs one of our commands. */
function roleFaults({ args = [], env = [] }: Container): readonly string[] {
  const [role = '', ...more] = args;
  const reader = role === 'migrate' ? 'commands' : role;
  const isCommand = role === 'migrate' || SERVING_ROLES.some((known) => known === role);
  return [
    ...wrong({ 'runs an unknown command': !isCommand || more.length > 0 }),
    ...env.flatMap((variable) => settingFaults(variable, reader)),
  ];
}

function settingFaults({ name, value, valueFrom }: EnvironmentVariable, reader: string): readonly string[] {
  const plain = name.replace(/_FILE$/, '');
  const setting = TABLE[name] ?? (TABLE[plain]?.isSecret ? TABLE[plain] : undefined);
  if (setting === undefined) return [`${name} is no setting`];
  return wrong({
    [`${name} is not read by ${reader}`]: !setting.readers.some((known) => known === reader),
    [`${name} has a secret in plain`]:
      setting.isSecret === true && name === plain && valueFrom?.secretKeyRef === undefined,
    [`${name} has an invalid value`]: name === plain && value !== undefined && setting.read(value) === null,
  });
}

/** Returns the settings of a ConfigMap that are none, are invalid, or are secrets. */
export function settingMapFaults(data: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const setting = TABLE[name];
    if (setting === undefined) return [`${name} is no setting`];
    return wrong({
      [`${name} is a secret`]: setting.isSecret === true,
      [`${name} has an invalid value`]: setting.read(value) === null,
    });
  });
}

/** Returns faults of ports, probes and the end of a container that serves. */
function servingFaults(container: Container, pod: PodSpec): readonly string[] {
  const { ports = [], env = [], args } = container;
  const { startupProbe, livenessProbe, readinessProbe, lifecycle } = container;
  const waitSeconds = lifecycle?.preStop?.sleep?.seconds ?? 0;
  const metricsPort = env.find(({ name }) => name.endsWith('_METRICS_PORT'))?.value;
  const number = (name: string) => ports.find((port) => port.name === name)?.containerPort;
  return wrong({
    'has no probe for start, life or readiness': !startupProbe || !livenessProbe || !readinessProbe,
    'is probed where nothing answers': [startupProbe, livenessProbe, readinessProbe].some(
      (probe) => probe !== undefined && !isAnswered(probe, container),
    ),
    'serves metrics on another port': args !== undefined && String(number('metrics')) !== metricsPort,
    'serves gRPC on another port':
      args?.[0] === 'core' && number('grpc') !== SETTINGS.FLOWARDEN_GRPC_PORT.defaultValue,
    'serves REST on another port':
      args?.[0] === 'gateway' && number('http') !== SETTINGS.FLOWARDEN_HTTP_PORT.defaultValue,
    'is called while it ends': waitSeconds < 5,
    'is killed before it has ended':
      (pod.terminationGracePeriodSeconds ?? 30) < waitSeconds + INFRA_LIMITS.stopGraceMsMax / 1000,
  });
}

function isAnswered({ httpGet, grpc, tcpSocket }: Probe, { ports = [] }: Container): boolean {
  if (httpGet)
    return (
      ports.some(({ name }) => name === httpGet.port) &&
      (PATHS[httpGet.port]?.includes(httpGet.path) ?? false)
    );
  if (grpc) return ports.some(({ name, containerPort }) => name === 'grpc' && containerPort === grpc.port);
  return ports.some(({ name }) => name === tcpSocket?.port);
}

function wrong(faults: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(faults).filter((fault) => faults[fault]);
}
