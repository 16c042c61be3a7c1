#if os(Linux) || os(macOS)
  /// A `swift` that runs no tests and prints prepared output.
  ///
  /// It has the test `a`, which fails if a mutant keeps `isSaving` from changing. The variable `MODE` chooses what else
  /// happens.
  enum FakeSwift {
    static let script = #"""
      #!/bin/sh
      stop() { kill -INT "$PPID"; sleep 100 >/dev/null 2>&1 </dev/null; }
      echo "$@" >>"$FAKE/calls"
      if [ "$1" = package ]; then cat "$FAKE/describe.json"; exit; fi
      if [ "$1" = build ]; then
        case "$MODE" in
          broken) echo "M/A.swift:1:1: error: no such thing"; exit 1 ;;
          list) mkdir -p .build/debug; touch .build/build.db; cp "$0" .build/debug/M.xctest ;;
        esac
        exit
      fi
      if [ "$1" = --list-tests ]; then
        # Ctrl-C before the first run with mutants.
        if [ "$(grep -c -e --list-tests "$FAKE/calls")" = 2 ]; then stop; fi
        exit
      fi
      name='M.A/a()'
      while [ $# -gt 0 ]; do
        case "$1" in
          --event-stream-output-path) stream=$2 ;;
        esac
        shift
      done
      case "$MODE" in
        missing) echo "error: no such option"; exit 1 ;;
      esac
      say() { printf '{"kind":"%s","payload":{%s}}\n' "$1" "$2" >>"$stream"; }
      id="\"testID\":\"$name/A.swift:3:2\""
      say test "\"kind\":\"function\",\"id\":\"$name/A.swift:3:2\""
      say event '"kind":"runStarted"'
      say event "\"kind\":\"testStarted\",$id"
      if [ -n "$FOCUSED_LEDGER" ]; then
        mkdir -p "$FOCUSED_LEDGER"; cp "$FAKE/facts" "$FOCUSED_LEDGER/ledger-1-a.jsonl"
      fi
      status=0
      if [ "$MODE" = failing ]; then
        say event "\"kind\":\"issueRecorded\",$id,\"issue\":{\"isKnown\":false}"
        printf "Test Case 'X.testB' started\nTest Case 'X.testB' failed (0.1 seconds)\n"
        status=1
      fi
      if [ -n "$FOCUSED_MUTANTS" ]; then
        log=$(sed -E 's/.*"log":"([^"]*)".*/\1/; s/\\//g' "$FOCUSED_MUTANTS")
        log() { printf '{"kind":"%s","test":"%s","process":1%s}\n' "$1" "$name" "$2" >>"$log"; }
        log began
        case "$MODE" in source) log reached ',"mutant":1' ;; esac
        if grep -q '"name":' "$FOCUSED_MUTANTS"; then
          log applied
          case "$MODE" in stop) stop ;; esac
          if grep -q isSaving "$FOCUSED_MUTANTS"; then
            echo "Expected isSaving"
            say event "\"kind\":\"issueRecorded\",$id,\"issue\":{\"isKnown\":false}"
            status=1
          else
            log code ',"code":{"file":"M/A.swift","line":5,"place":"inClosure","lines":["$0.name = \"a\""]}'
          fi
        fi
      fi
      say event "\"kind\":\"testEnded\",$id"
      say event '"kind":"runEnded"'
      exit $status
      """#
  }
#endif
