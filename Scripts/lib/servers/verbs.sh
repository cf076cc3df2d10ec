# The common verbs of the test servers; sourced by a server's script, which defines:
#   name      the server's name, `title`  its variables' prefix, `link`  its state folder
#   install   makes sure that the server can be started
#   launch    execs the server; runs in its state folder
#   marker    text that only the running server has in its command line

die() { echo "$name: $*" >&2; exit 1; }

# Each message writes state, so keep the state in a memory file system if there is one.
prepare_state() {
  if [ ! -d "$link" ] && [ -w /dev/shm ]; then
    ln -sfn "$(mktemp -d "/dev/shm/chat-tui-$name.XXXXXX")" "$link"
  fi
  mkdir -p "$link"
  state=$(cd "$link" && pwd -P)
  pid_file=$state/server.pid
}

our_pid() { # prints the server's pid when it is alive and really this server
  local pid
  pid=$(cat "$pid_file" 2>/dev/null) || return 1
  [[ $pid =~ ^[0-9]+$ ]] || return 1
  tr '\0' '\n' <"/proc/$pid/cmdline" 2>/dev/null | grep -qxF -- "$(marker)" || return 1
  echo "$pid"
}

url() { echo "http://127.0.0.1:$(cat "$state/port")"; }
healthy() { "$root/Scripts/lib/run_module" servers.health "$(url)"; }

start() {
  local pid deadline=$((SECONDS + 240))
  install
  "$root/Scripts/lib/run_module" servers.state "$state"
  if ! pid=$(our_pid); then
    "$root/Scripts/lib/run_module" servers.state "$state" port
    # The server must neither hold the lock nor exit with this shell.
    (cd "$state" && launch </dev/null >"$state/output.log" 2>&1 9>&-) &
    pid=$!
    echo "$pid" >"$pid_file"
  fi
  until healthy; do
    if ! kill -0 "$pid" 2>/dev/null; then
      tail -n 20 "$state"/*.log >&2 2>/dev/null || true
      die "the server exited at startup"
    fi
    [ "$SECONDS" -lt "$deadline" ] || die "no response from $(url)"
    sleep 0.1
  done
  echo "running at $(url), pid $pid"
}

stop() {
  local pid
  if ! pid=$(our_pid); then echo "not running"; return; fi
  kill -TERM "$pid" 2>/dev/null || true
  for _ in {1..100}; do our_pid >/dev/null || break; sleep 0.1; done
  if our_pid >/dev/null; then kill -KILL "$pid"; fi
  rm -f "$pid_file"
  echo "stopped pid $pid"
}

status() {
  local pid
  if ! pid=$(our_pid); then echo "not running"; exit 3; fi
  if healthy; then echo "running at $(url), pid $pid"; else die "pid $pid does not respond"; fi
}

print_env() { # lines for `eval`
  printf "${title}_%s=%q\n" URL "$(url)" NAME localhost STATE "$link" \
    USERS "ada grace linus bot" PASSWORD "$(cat "$state/password")"
}

populate() {
  start
  "$root/Scripts/lib/run_module" servers.populate "$(url)" "$(cat "$state/password")"
}

wipe() {
  stop
  rm -rf "$state" "$link"
}

run_verb() {
  umask 077
  mkdir -p "$(dirname "$link")"
  exec 9>"$link.lock"
  flock -w 180 9 || die "another start or stop is in progress"
  prepare_state
  case ${1:-} in
    install | start | stop | status | wipe | populate) "$1" ;;
    restart) stop; start ;;
    env) [ -s "$state/port" ] || die "never started"; print_env ;;
    *) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2 ;;
  esac
}
