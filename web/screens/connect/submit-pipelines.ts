/** Pipeline files that send workflows to the service. Generated from `src/cli/setup/submit-pipelines.ts`. */

/** Pipeline files by CI system, and the same by hand. */
export const SUBMIT_PIPELINES = {
  github: {
    title: 'GitHub Actions',
    path: '.github/workflows/flowarden.yml',
    secret: `Settings › Secrets and variables › Actions › New repository secret, named FLOWARDEN_API_KEY.`,
    needs: null,
    text: `name: Flowarden
on: [push, pull_request]
permissions:
  contents: read
jobs:
  submit:
    runs-on: ubuntu-latest
    env:
      FLOWARDEN_URL: {{url}}
      FLOWARDEN_ORG_ID: {{organisation}}
      FLOWARDEN_API_KEY: \${{ secrets.FLOWARDEN_API_KEY }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - run: npm install --global --no-audit --no-fund "$FLOWARDEN_URL/downloads/flowarden-cli.tgz"
      - run: flowarden submit .
`,
  },
  gitlab: {
    title: 'GitLab',
    path: '.gitlab-ci.yml',
    secret: `Settings › CI/CD › Variables › Add variable, named FLOWARDEN_API_KEY, masked and hidden.`,
    needs: null,
    text: `flowarden:
  image: node:24-slim
  variables:
    FLOWARDEN_URL: {{url}}
    FLOWARDEN_ORG_ID: {{organisation}}
  script:
    - npm install --global --no-audit --no-fund "$FLOWARDEN_URL/downloads/flowarden-cli.tgz"
    - flowarden submit .
      --format text --format gitlab=gl-code-quality-report.json --format junit=flowarden.xml
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
      junit: flowarden.xml
`,
  },
  azure: {
    title: 'Azure Pipelines',
    path: 'azure-pipelines.yml',
    secret: `Pipelines › Edit › Variables › New variable, named FLOWARDEN_API_KEY, with "Keep this value secret".`,
    needs: null,
    text: `trigger: ['*']
pool:
  vmImage: ubuntu-latest
steps:
  - checkout: self
  - script: |
      npm install --global --no-audit --no-fund "$FLOWARDEN_URL/downloads/flowarden-cli.tgz"
      flowarden submit . --format azure
    displayName: Submit workflows
    env:
      FLOWARDEN_URL: {{url}}
      FLOWARDEN_ORG_ID: {{organisation}}
      FLOWARDEN_API_KEY: $(FLOWARDEN_API_KEY)
`,
  },
  jenkins: {
    title: 'Jenkins',
    path: 'Jenkinsfile',
    secret: `Manage Jenkins › Credentials › Add, a secret text with the ID flowarden-api-key.`,
    needs: `The controller needs the plugin JUnit.`,
    text: `pipeline {
  agent any
  environment {
    FLOWARDEN_URL = '{{url}}'
    FLOWARDEN_ORG_ID = '{{organisation}}'
    FLOWARDEN_API_KEY = credentials('flowarden-api-key')
  }
  stages {
    stage('Submit workflows') {
      steps {
        sh '''
          npm install --prefix .flowarden-cli --no-audit --no-fund "$FLOWARDEN_URL/downloads/flowarden-cli.tgz"
          .flowarden-cli/node_modules/.bin/flowarden submit . --format text --format junit=flowarden.xml
        '''
      }
    }
  }
  post {
    always {
      junit testResults: 'flowarden.xml', allowEmptyResults: true
    }
  }
}
`,
  },
  curl: {
    title: 'curl',
    path: null,
    secret: `The first line reads it, so that it is in no file and in no list of processes.`,
    needs: null,
    text: `read -rs FLOWARDEN_API_KEY
printf 'Authorization: ApiKey %s\\n' "$FLOWARDEN_API_KEY" |
  curl -sS -H @- -H 'X-Org-Id: {{organisation}}' \\
    -F platform=uipath -F file=@Main.xaml {{url}}/api/v1/validate
`,
  },
} as const;
