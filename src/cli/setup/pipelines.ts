/** Pipeline files for each forge: `flowarden init` writes them, and `deploy/ci` holds the same files. */

/** Forges that a pipeline file exists for. */
export const FORGES = ['github', 'gitlab', 'azure', 'jenkins'] as const;
export type Forge = (typeof FORGES)[number];

/** Pipeline file of a forge. */
export interface Pipeline {
  /** Its name in `deploy/ci`. */
  readonly file: string;
  /** Path where the forge looks for it. */
  readonly path: string;
  /** Path beside an existing file of that name, and how to use it from there. */
  readonly beside: { readonly path: string; readonly use: string } | null;
  /** Sentence about the package that the file installs. */
  readonly needs: string;
  readonly text: string;
  /** The same for a runner with Windows; null: there is none. */
  readonly windowsText: string | null;
}

const INSTALL = 'npm install --global --no-audit --no-fund';

/** Place of the package in a repository whose jobs do not reach a service. */
const LOCAL_PACKAGE = './tools/flowarden-cli.tgz';

const GITHUB = `name: Flowarden
on: [push, pull_request]
permissions:
  contents: read
  security-events: write
jobs:
  validate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: ./.github/actions/flowarden
`;

const GITLAB = `flowarden:
  image: node:24-slim
  variables:
    VALIDATOR_PACKAGE: ${LOCAL_PACKAGE}
  script:
    - ${INSTALL} "$VALIDATOR_PACKAGE"
    - flowarden validate . --fail-on high --fail-on-override
      --format text --format gitlab=gl-code-quality-report.json
      --format junit=flowarden.xml --format sarif=flowarden.sarif
  artifacts:
    when: always
    paths: [flowarden.sarif]
    reports:
      codequality: gl-code-quality-report.json
      junit: flowarden.xml
`;

const AZURE = `trigger: ['*']
pool:
  vmImage: ubuntu-latest
variables:
  flowardenPackage: ${LOCAL_PACKAGE}
steps:
  - checkout: self
  - script: |
      ${INSTALL} "$(flowardenPackage)"
      mkdir -p "$(Build.ArtifactStagingDirectory)/CodeAnalysisLogs"
      flowarden validate . --fail-on high --fail-on-override --format azure \\
        --format "sarif=$(Build.ArtifactStagingDirectory)/CodeAnalysisLogs/flowarden.sarif" \\
        --format "junit=$(Build.ArtifactStagingDirectory)/flowarden.xml" \\
        --format "markdown=$(Build.ArtifactStagingDirectory)/flowarden.md"
    displayName: Validate workflows
  - script: echo "##vso[task.uploadsummary]$(Build.ArtifactStagingDirectory)/flowarden.md"
    displayName: Show the summary
    condition: succeededOrFailed()
  - task: PublishTestResults@2
    condition: succeededOrFailed()
    inputs:
      testResultsFiles: $(Build.ArtifactStagingDirectory)/flowarden.xml
      testRunTitle: Flowarden
  - publish: $(Build.ArtifactStagingDirectory)/CodeAnalysisLogs
    artifact: CodeAnalysisLogs
    condition: succeededOrFailed()
`;

/** The step of Azure on Windows, in PowerShell: it goes on behind a program that failed, so each is checked. */
const WINDOWS_STEP = `  - pwsh: |
      ${INSTALL} "$(flowardenPackage)"
      if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
      $reports = "$(Build.ArtifactStagingDirectory)"
      New-Item -ItemType Directory -Force "$reports/CodeAnalysisLogs" | Out-Null
      flowarden validate . --fail-on high --fail-on-override --format azure \`
        --format "sarif=$reports/CodeAnalysisLogs/flowarden.sarif" \`
        --format "junit=$reports/flowarden.xml" \`
        --format "markdown=$reports/flowarden.md"
      exit $LASTEXITCODE
    displayName: Validate workflows`;

const AZURE_WINDOWS = [
  AZURE.slice(0, AZURE.indexOf('  - script: |')).replace('ubuntu-latest', 'windows-2022'),
  WINDOWS_STEP,
  // The shell of Windows would print the quotes too, and the agent takes them as part of the path.
  AZURE.slice(AZURE.indexOf('\n  - script: echo')).replace('script: echo', 'pwsh: Write-Host'),
].join('');

const JENKINS = `pipeline {
  agent any
  environment {
    VALIDATOR_PACKAGE = '${LOCAL_PACKAGE}'
  }
  stages {
    stage('Validate workflows') {
      steps {
        sh '''
          npm install --prefix .flowarden-cli --no-audit --no-fund "$VALIDATOR_PACKAGE"
          .flowarden-cli/node_modules/.bin/flowarden validate . --fail-on high --fail-on-override \\\\
            --format text --format junit=flowarden.xml --format sarif=flowarden.sarif
        '''
      }
    }
  }
  post {
    always {
      junit testResults: 'flowarden.xml', allowEmptyResults: true
      recordIssues tools: [sarif(pattern: 'flowarden.sarif', name: 'Flowarden')]
    }
  }
}
`;

const PACKAGE = `Put flowarden-cli.tgz of /downloads/ of your service, or of a release, into the repository as
tools/flowarden-cli.tgz; or set FLOWARDEN_URL before flowarden init, and the jobs install it from there.`;

/** Returns a pipeline file whose jobs install the package from a service; null: from the repository. */
export function pipelineText(text: string, address: string | null): string {
  return address === null ? text : text.replaceAll(LOCAL_PACKAGE, `${address}/downloads/flowarden-cli.tgz`);
}

/** The closed set of pipeline files. */
export const PIPELINES: Readonly<Record<Forge, Pipeline>> = {
  github: {
    file: 'github.yml',
    path: '.github/workflows/flowarden.yml',
    beside: null,
    needs: `Unpack flowarden-action.tgz of /downloads/ of your service, or of a release, into
.github/actions/flowarden.`,
    text: GITHUB,
    windowsText: GITHUB.replace('ubuntu-latest', 'windows-latest'),
  },
  gitlab: {
    file: 'gitlab.yml',
    path: '.gitlab-ci.yml',
    beside: { path: '.gitlab/flowarden.yml', use: 'Add to .gitlab-ci.yml: include: .gitlab/flowarden.yml' },
    needs: PACKAGE,
    text: GITLAB,
    windowsText: null,
  },
  azure: {
    file: 'azure.yml',
    path: 'azure-pipelines.yml',
    beside: {
      path: 'azure-pipelines-flowarden.yml',
      use: 'Create a pipeline from it, and require it in the policy of the branch.',
    },
    needs: PACKAGE,
    text: AZURE,
    windowsText: AZURE_WINDOWS,
  },
  jenkins: {
    file: 'Jenkinsfile',
    path: 'Jenkinsfile',
    beside: {
      path: 'Jenkinsfile.flowarden',
      use: 'Copy its stage and its post section into the Jenkinsfile.',
    },
    needs: `${PACKAGE} The controller needs the plugins JUnit and Warnings.`,
    text: JENKINS,
    windowsText: null,
  },
};
